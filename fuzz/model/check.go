package model

import "fmt"

// An Error says why an operation could not be carried out.
type Error struct {
	Op      string // name of the operation
	Message string
}

func (e *Error) Error() string { return e.Op + ": " + e.Message }

// A broken is the panic of a precondition that doesn't hold. It ends in Apply.
type broken struct{ message string }

// check is the model's CHECK: what Mesos aborts on.
func check(holds bool, format string, args ...any) {
	if !holds {
		panic(broken{fmt.Sprintf(format, args...)})
	}
}
