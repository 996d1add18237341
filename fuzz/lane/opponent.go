package lane

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/internal/tested"
)

// another is a core that works differently inside, or the same core once more. Its
// handles and numbers are the subject's.
type another struct {
	*subject
	title string
	test  tested.Options
	exact bool // the digest is compared after every call
}

func newAnother(cast *tape.Cast, title string, test tested.Options) *another {
	return &another{subject: newSubject(cast, test), title: title, test: test}
}

func (o *another) name() string { return o.title }

func (o *another) start() error { return o.subject.Start() }

func (o *another) join(s *subject) error {
	var state bytes.Buffer
	if err := s.core.Snapshot(&state); err != nil {
		return err
	}
	var err error
	if o.core, err = core.Restore(tested.Snapshot{Reader: &state, Options: o.test}); err == nil {
		o.Player.Join(s.Player, o.core)
	}
	return err
}

func (o *another) close() error { return nil }

func (o *another) play(_ *subject, c *tape.Call, refusal error) error {
	return sameRefusal(o.Play(c), refusal)
}

func (o *another) compare(s *subject) error {
	if err := sameCycles(o.Cycles, s.Cycles); err != nil || !o.exact {
		return err
	}
	return o.compareState(s)
}

// sameCycles compares the cycles of a call with the core's.
func sameCycles(list, ofCore []core.Cycle) error {
	if len(list) != len(ofCore) {
		return fmt.Errorf("%d cycles, and of the core %d", len(list), len(ofCore))
	}
	for i := range list {
		if err := sameCycle(&list[i], &ofCore[i]); err != nil {
			return err
		}
	}
	return nil
}

// sameCycle compares outcomes. The order of offers carries no meaning.
func sameCycle(x, y *core.Cycle) error {
	if !slices.Equal(x.Offers, y.Offers) || !slices.Equal(x.Resources, y.Resources) {
		a, b := sortedOffers(x), sortedOffers(y)
		if !slices.EqualFunc(a, b, func(p, q core.Offer) bool {
			return p.Framework == q.Framework && p.Role == q.Role && p.Agent == q.Agent && slices.Equal(x.ResourcesOf(&p), y.ResourcesOf(&q))
		}) {
			return fmt.Errorf("the offers are\n%v %v\nand of the core\n%v %v", x.Offers, x.Resources, y.Offers, y.Resources)
		}
	}
	if !slices.Equal(x.InverseOffers, y.InverseOffers) {
		return fmt.Errorf("the inverse offers are %v, and of the core %v", x.InverseOffers, y.InverseOffers)
	}
	return nil
}

func sortedOffers(c *core.Cycle) []core.Offer {
	return slices.SortedFunc(slices.Values(c.Offers), func(p, q core.Offer) int {
		return cmp.Or(cmp.Compare(p.Framework, q.Framework), cmp.Compare(p.Role, q.Role), cmp.Compare(p.Agent, q.Agent))
	})
}

// compareState compares digests, or what the metrics say where only the answers are
// the same.
func (o *another) compareState(s *subject) error {
	if o.test == (tested.Options{}) {
		if x, y := o.core.Digest(), s.core.Digest(); x != y {
			return fmt.Errorf("the digests differ: %x, and of the core %x", x, y)
		}
		return nil
	}
	return sameAccount(o.core, s.core, func(string) bool { return false })
}

// restored is the core, replaced by its restored self after every so many calls and
// when its state is compared.
type restored struct {
	*another
	every, calls int
	snapshots    [2]bytes.Buffer
}

func newRestored(cast *tape.Cast, every int) *restored {
	return &restored{another: newAnother(cast, "restored", tested.Options{}), every: every}
}

func (o *restored) play(s *subject, c *tape.Call, refusal error) error {
	if o.calls++; o.calls%o.every == 0 {
		if err := o.restore(); err != nil {
			return err
		}
	}
	return o.another.play(s, c, refusal)
}

func (o *restored) compareState(s *subject) error {
	if err := o.restore(); err != nil {
		return err
	}
	if err := o.core.Validate(); err != nil {
		return err
	}
	return o.another.compareState(s)
}

// restore goes on with a restored core, whose snapshot must be the one that it was
// restored from.
func (o *restored) restore() error {
	first, second := &o.snapshots[0], &o.snapshots[1]
	first.Reset()
	second.Reset()
	if err := o.core.Snapshot(first); err != nil {
		return err
	}
	again, err := core.Restore(bytes.NewReader(first.Bytes()))
	if err != nil {
		return err
	}
	if err := again.Snapshot(second); err != nil {
		return err
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		return errors.New("the snapshot of the restored one is another")
	}
	o.core, o.Target = again, again
	return nil
}
