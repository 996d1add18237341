// Package wire writes numbers, texts and truth values as bytes, and reads them from
// bytes that anyone may have made: nothing that is read is believed beyond what is
// there, and the first fault ends the reading with where it is.
package wire
