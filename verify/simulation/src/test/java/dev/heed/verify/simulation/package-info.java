/** A thousand clients and a server that fails for a while, on virtual time. */
package dev.heed.verify.simulation;
