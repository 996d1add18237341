// Package must lets a check that does not hold end the checks that it is a part of, as
// FailNow ends a test: Catch has the error of what failed.
package must

import "fmt"

// broken is the panic of what failed. It ends in Catch; where nobody catches, the program ends.
type broken struct{ err error }

// Do fails if there is an error.
func Do(err error) {
	if err != nil {
		panic(broken{err})
	}
}

// Get is a value, if there is no error.
func Get[T any](value T, err error) T {
	Do(err)
	return value
}

// Fail fails with an error that is put together as fmt.Errorf does it.
func Fail(format string, args ...any) { Do(fmt.Errorf(format, args...)) }

// Try is what steps give, or the error of what fails in them.
func Try[T any](steps func() T) (value T, err error) {
	err = Catch(func() { value = steps() })
	return value, err
}

// Catch carries steps out up to what fails, and returns its error. Other panics go on.
func Catch(steps func()) (err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case broken:
			err = p.err
		default:
			panic(p)
		}
	}()
	steps()
	return nil
}
