package slots

// There must be room for all that a call interns before any of it is interned: a call
// that fails leaves nothing behind.

// Limits bound what one allocator knows, so that garbage from outside ends
// in an error. Tests lower them.
type Limits struct {
	Roles         int
	Kinds         int
	Subscriptions int // at once
}
