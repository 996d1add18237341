package core_test

import (
	"errors"
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// Programs ask for the kind of an error, or for its code; people read the text.
// The call has changed nothing.
func ExampleError() {
	a := must(core.New(alloc.Options{}))
	id := must(a.AddAgent(alloc.AgentInfo{ID: "agent-1"}))
	fmt.Println(a.RemoveAgent(id))

	err := a.RemoveAgent(id)
	fmt.Println(errors.Is(err, alloc.ErrStale))
	if e, ok := errors.AsType[*alloc.Error](err); ok {
		fmt.Println(e.Code, int(e.Code))
	}
	fmt.Println(err)
	// Output:
	// <nil>
	// true
	// stale handle -204
	// agent handle 0x4100000100000000: that agent was removed
}
