package history

// An Op is one call of an allocator. The pointer types that implement it are the
// structs below, in ops_*.go; a nil field is an absent one.
type Op interface {
	// Name is the operation's name in JSON, such as "add_agent".
	Name() string
	// fields ties the operation's fields to their names in the two forms, the
	// positional ones first.
	fields() []field
}

// An opKind makes operations of one kind.
type opKind struct {
	verb string // its name in the short form
	make func() Op
}

var (
	opKinds = map[string]opKind{} // by name in JSON
	opVerbs = map[string]string{} // from the name in the short form to that in JSON
)

// register makes an operation known to the readers. It gives the name back so
// that each operation can be registered where it is declared.
func register[T any, P interface {
	*T
	Op
}](name, verb string) string {
	opKinds[name] = opKind{verb, func() Op { return P(new(T)) }}
	opVerbs[verb] = name
	return name
}
