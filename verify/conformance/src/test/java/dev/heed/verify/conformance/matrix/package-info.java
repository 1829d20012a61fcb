/** The page that says which client keeps which rule, and whether it is true. */
package dev.heed.verify.conformance.matrix;
