/** Words for people: the same in the messages of all modules. */
package dev.heed.text;
