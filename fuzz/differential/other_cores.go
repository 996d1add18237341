package differential

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/must"
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

func newAnother(cast *sequence.Cast, title string, test tested.Options) *another {
	return &another{subject: newSubject(cast, test), title: title, test: test}
}

func (o *another) name() string { return o.title }

func (o *another) start() { must.Do(o.subject.Start()) }

func (o *another) join(s *subject) {
	var state bytes.Buffer
	must.Do(s.core.Snapshot(&state))
	o.core = must.Get(hooks.Restore(&state, hooks.Changes{Test: &o.test})).(*core.Allocator)
	o.Player.Join(s.Player, sequence.Core{Allocator: o.core})
}

func (o *another) close() error { return nil }

func (o *another) play(_ *subject, c *sequence.Call, refusal error) {
	must.Do(sameRefusal(o.Play(c), refusal))
}

func (o *another) compare(s *subject) {
	sameCycles(o.Cycles, s.Cycles)
	if o.exact {
		o.compareState(s)
	}
}

// sameCycles compares the cycles of a call with the core's.
func sameCycles(list, ofCore []alloc.Cycle) {
	if len(list) != len(ofCore) {
		must.Fail("%d cycles, and of the core %d", len(list), len(ofCore))
	}
	for i := range list {
		sameCycle(&list[i], &ofCore[i])
	}
}

// sameCycle compares outcomes. The order of offers carries no meaning.
func sameCycle(x, y *alloc.Cycle) {
	if !slices.Equal(x.Offers, y.Offers) || !slices.Equal(x.Resources, y.Resources) {
		a, b := sortedOffers(x), sortedOffers(y)
		if !slices.EqualFunc(a, b, func(p, q alloc.Offer) bool {
			return p.Framework == q.Framework && p.Role == q.Role && p.Agent == q.Agent && slices.Equal(x.ResourcesOf(&p), y.ResourcesOf(&q))
		}) {
			must.Fail("the offers are\n%v %v\nand of the core\n%v %v", x.Offers, x.Resources, y.Offers, y.Resources)
		}
	}
	if !slices.Equal(x.Recalls, y.Recalls) {
		must.Fail("the recalls are %v, and of the core %v", x.Recalls, y.Recalls)
	}
	if !slices.Equal(x.InverseOffers, y.InverseOffers) {
		must.Fail("the inverse offers are %v, and of the core %v", x.InverseOffers, y.InverseOffers)
	}
}

func sortedOffers(c *alloc.Cycle) []alloc.Offer {
	return slices.SortedFunc(slices.Values(c.Offers), func(p, q alloc.Offer) int {
		return cmp.Or(cmp.Compare(p.Framework, q.Framework), cmp.Compare(p.Role, q.Role), cmp.Compare(p.Agent, q.Agent))
	})
}

// compareState compares digests, or what the metrics say where only the answers are
// the same.
func (o *another) compareState(s *subject) {
	if o.test == (tested.Options{}) {
		sameDigest(o.core.Digest(), s.core)
		return
	}
	sameAccount(o.core, s.core, func(string) bool { return false })
}

func sameDigest(x uint64, ofCore *core.Allocator) {
	if y := ofCore.Digest(); x != y {
		must.Fail("the digests differ: %x, and of the core %x", x, y)
	}
}
