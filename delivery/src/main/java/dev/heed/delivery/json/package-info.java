/** The little JSON (RFC 8259) that delivery needs: is it whole, and what stands where. Hidden. */
package dev.heed.delivery.json;
