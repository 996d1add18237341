package history

import (
	"fmt"
	"strings"
)

// A Driver is an allocator that carries out operations. An operation that it
// cannot carry out is an error and changes nothing.
type Driver interface {
	Apply(op Op) (Answer, error)
}

// A Mismatch is where a driver's answers depart from a trace.
type Mismatch struct {
	Trace    string
	Step     Step   // the operation and the expected answer
	Got      Answer // nothing if Err is the driver's
	Err      error  // the first difference, or what the driver failed with
	Refused  bool   // Err is the driver's
	Replayed int    // the number of operations before this one
}

func (m *Mismatch) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "trace %s, %v\n", m.Trace, m.Step)
	if m.Step.Expect != nil {
		fmt.Fprintf(&text, "expected: %v\n", *m.Step.Expect)
	}
	if m.Refused {
		fmt.Fprintf(&text, "refused: %v", m.Err)
	} else {
		fmt.Fprintf(&text, "got: %v\n%v", m.Got, m.Err)
	}
	return text.String()
}

func (m *Mismatch) Unwrap() error { return m.Err }

// Replay gives the operations of a trace to a new driver, one by one, and
// compares the answers with those that are known. It stops at the first
// difference, or at the first error of the driver, with a *Mismatch.
func Replay(trace Trace, driver Driver) error {
	for i, step := range trace.Steps {
		got, err := driver.Apply(step.Op)
		refused := err != nil
		if !refused && step.Expect != nil {
			err = Compare(*step.Expect, got)
		}
		if err != nil {
			return &Mismatch{trace.Name, step, got, err, refused, i}
		}
	}
	return nil
}
