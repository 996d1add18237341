package differential

import (
	"bytes"
	"cmp"
	"errors"
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/explanations"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
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
func (o *another) start()       { must.Do(o.subject.Start()) }

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

// visits are when the opponents of a history are there: from a call on, for so many,
// and again every so many. If they stay for 0, they do until the end, and if every is 0,
// they come once.
type visits struct{ from, stay, every int }

func (v visits) begin(call int) bool { return v.since(call) == 0 }
func (v visits) end(call int) bool   { return v.stay > 0 && v.since(call) == v.stay }

// since is how many calls there were since they came last, or would have; below 0 if
// they have yet to come.
func (v visits) since(call int) int {
	since := call - v.from
	if v.every > 0 && since > 0 {
		since %= v.every
	}
	return since
}

// A visitor is an opponent that can come in while a history is under way.
type visitor interface {
	opponent
	// join goes on where the subject is, from a snapshot of it.
	join(s *subject)
}

// visit has opponents come, or go, if that is due.
func (m *match) visit() {
	switch {
	case m.Calls == 0:
		return
	case m.visits.begin(m.Calls), m.due(m.pace.Join):
		m.join()
	case m.visits.end(m.Calls):
		m.opponentStates()
		m.playing = nil
	}
}

// join has the opponents come in that can.
func (m *match) join() {
	m.check = "join"
	m.playing = m.opponents
	m.each(func(o opponent) {
		if o, ok := o.(visitor); ok {
			o.join(m.subject)
		}
	})
}

// reference is the model, which is told what the core accepts.
type reference struct {
	cast   *sequence.Cast
	model  *model.Model
	answer history.Answer
}

func newReference(cast *sequence.Cast) *reference { return &reference{cast: cast} }
func (o *reference) name() string                 { return "model" }
func (o *reference) close() error                 { return nil }

func (o *reference) start() {
	o.model = model.New()
	o.model.OnAdvance, o.model.MesosShuffles = o.cast.OnAdvance, tested.MesosVectors
	must.Get(o.model.Apply(&o.cast.Start))
}

// play has the model do what the core did. What the core refuses it isn't told: it
// checks less, and it would change. That operations could not be applied is an answer
// to it, and not an error.
func (o *reference) play(_ *subject, c *sequence.Call, refusal error) {
	o.answer = history.Answer{}
	unavailable := c.Verb == calls.OpUpdateAvailable && errors.Is(refusal, alloc.ErrNotAvailable)
	if refusal != nil && !unavailable {
		return
	}
	o.answer = must.Get(o.model.Apply(o.cast.Op(c)))
	if o.answer.OK != nil && *o.answer.OK == unavailable {
		must.Fail("operations applied: %v, by the core %v", *o.answer.OK, !unavailable)
	}
}

// compare compares what was offered.
func (o *reference) compare(s *subject) {
	offers := 0
	for i := range s.Cycles {
		offers += len(s.Cycles[i].Offers) + len(s.Cycles[i].InverseOffers) + len(s.Cycles[i].Recalls)
	}
	if offers+len(o.answer.Offers)+len(o.answer.InverseOffers)+len(o.answer.Recalls) == 0 {
		return
	}
	got := s.Answer()
	got.OK, got.Statuses = o.answer.OK, o.answer.Statuses
	must.Do(history.Compare(o.answer, got))
}

// compareState compares what keeps agents from frameworks.
func (o *reference) compareState(s *subject) { must.Do(explanations.Compare(s.core, o.model)) }
