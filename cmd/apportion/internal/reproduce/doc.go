// Package reproduce makes a difference between a recording and what happens here into a
// short history that shows it.
package reproduce
