package calls

// Via is a Target that makes its calls, as values, by a function. Allocate and RunTook are left
// to whoever embeds it.
type Via struct {
	// Do makes a call, and returns the number or handle that it is answered with.
	Do func(Call) (result uint64, err error)
	// Failed is told what became of calls that return no error.
	Failed func(error)
}
