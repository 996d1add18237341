package core

import "fmt"

// Code classifies an error. The numbers are part of the C ABI and never
// change; the gaps leave room within each family.
type Code int32

const (
	// CodeInvalid: an argument is malformed; the text names it.
	CodeInvalid Code = -100
	// CodeName: a role, resource, agent or framework name breaks the rules for names.
	CodeName Code = -101
	// CodeAmount: an amount is negative, not a number, or too large.
	CodeAmount Code = -102
	// CodeUnknownAgent: the agent handle was never given out.
	CodeUnknownAgent Code = -200
	// CodeUnknownFramework: the framework handle was never given out.
	CodeUnknownFramework Code = -201
	// CodeUnknownRole: no such role number.
	CodeUnknownRole Code = -202
	// CodeUnknownKind: no such kind number.
	CodeUnknownKind Code = -203
	// CodeStale: the handle's agent or framework has been removed.
	CodeStale Code = -204
	// CodeUnknownItem: no such set item number.
	CodeUnknownItem Code = -205
	// CodeExists: an agent or framework of that id is already there.
	CodeExists Code = -300
	// CodeNotSubscribed: the framework has nothing to do with that role.
	CodeNotSubscribed Code = -301
	// CodeState: the call does not fit the allocator's state (recovery after
	// agents were added, an agent added while paused, no maintenance planned).
	CodeState Code = -302
	// CodeNotAllocated: more recovered, converted or made allocated than the
	// ledger holds.
	CodeNotAllocated Code = -400
	// CodeNotAvailable: what an operation needs is in use or not there.
	CodeNotAvailable Code = -401
	// CodeConversion: a conversion changes amounts that it must preserve.
	CodeConversion Code = -402
	// CodeLimit: a fixed limit of the allocator is reached.
	CodeLimit Code = -500
)

// Error is the type of every error that the allocator returns: a code for
// programs and a text that says what was wrong with what. The call that
// returned it changed nothing.
type Error struct {
	Code Code
	Text string
}

func (e *Error) Error() string { return e.Text }

// Is lets errors.Is(err, &Error{Code: c}) ask for a code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*Error)
	return ok && t.Code == e.Code && (t.Text == "" || t.Text == e.Text)
}

func errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Text: fmt.Sprintf(format, args...)}
}
