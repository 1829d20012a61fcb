/** From a batch to a request and back: formats, the uploader, and results for single events. */
package dev.heed.delivery.upload;
