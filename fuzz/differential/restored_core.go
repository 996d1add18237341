package differential

import (
	"bytes"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// restored is the core, replaced by its restored self after every so many calls and
// when its state is compared.
type restored struct {
	*another
	every, calls int
}

func newRestored(cast *sequence.Cast, every int) *restored {
	return &restored{another: newAnother(cast, "restored", tested.Options{}), every: every}
}

func (o *restored) play(s *subject, c *sequence.Call, refusal error) {
	o.calls++
	if o.calls%o.every == 0 {
		o.restore()
	}
	o.another.play(s, c, refusal)
}

func (o *restored) compareState(s *subject) {
	o.restore()
	must.Do(o.core.Validate())
	o.another.compareState(s)
}

// restore goes on with a restored core, whose snapshot must be the one that it was
// restored from.
func (o *restored) restore() {
	var first, second bytes.Buffer
	must.Do(o.core.Snapshot(&first))
	again := must.Get(core.Restore(bytes.NewReader(first.Bytes())))
	must.Do(again.Snapshot(&second))
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		must.Fail("the snapshot of the restored one is another")
	}
	o.core, o.Target = again, sequence.Core{Allocator: again}
}
