// Package transcript turns recordings into histories, the text that tests, hunts and
// people read.
package transcript
