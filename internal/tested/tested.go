// Package tested has the options of an allocator and of a sorter that are for tests and
// measurements. They are in alloc.Options and sorter.Options, in fields that only this
// package reaches.
package tested

// Options turn off shortcuts that make an allocator fast. Tests show with them that the
// answers are the same.
type Options struct {
	// FullPass asks every role and framework about every candidate agent in every cycle,
	// also those that are known to get nothing.
	FullPass bool
	// Resort sorts all clients anew for each agent. To begin an iteration of a sorter then
	// ends all others.
	Resort bool
}

// fields find the field with test options in options of each type.
var fields []func(options any) *Options

// Register makes a type of options known. field returns its test options.
func Register[T any](field func(options *T) *Options) {
	fields = append(fields, func(options any) *Options {
		if x, ok := options.(*T); ok {
			return field(x)
		}
		return nil
	})
}

// Of returns the test options in a *alloc.Options or *sorter.Options.
func Of(options any) *Options {
	for _, field := range fields {
		if test := field(options); test != nil {
			return test
		}
	}
	panic("tested: these options have no test options")
}

// With returns options with these test options.
func With[T any](options T, test Options) T {
	*Of(&options) = test
	return options
}
