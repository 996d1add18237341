// Package prefetch asks the processor for memory that is needed soon.
package prefetch
