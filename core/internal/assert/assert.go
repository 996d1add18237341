// Package assert panics where the core's own bookkeeping is wrong, and has small helpers
// that all packages of the core share.
package assert

import "fmt"

// Must returns v. It panics if err is not nil: the bookkeeping excludes that.
func Must[T any](v T, err error) T {
	Check(err)
	return v
}

// Check panics if err is not nil: the bookkeeping excludes that.
func Check(err error) {
	if err != nil {
		panic("apportion: bookkeeping: " + err.Error())
	}
}

// Broken returns the error that an invariant of a type, by its number there, does not
// hold.
func Broken(of string, number int, format string, args ...any) error {
	return fmt.Errorf("%s %d: %s", of, number, fmt.Sprintf(format, args...))
}

// SetAt stores v at index i of a slice that grows as needed.
func SetAt[I ~uint32, T any](s []T, i I, v T) []T {
	for int(i) >= len(s) {
		var zero T
		s = append(s, zero)
	}
	s[i] = v
	return s
}

// BoolInt returns 1 for true and 0 for false.
func BoolInt(b bool) int { return int(BoolByte(b)) }

// BoolByte returns 1 for true and 0 for false.
func BoolByte(v bool) byte {
	if v {
		return 1
	}
	return 0
}
