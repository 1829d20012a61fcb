/** The command line: {@code heed fetch}, {@code decode}, {@code explain} and {@code demo}. */
package dev.heed.cli;
