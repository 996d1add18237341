package differential

import (
	"errors"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/explanations"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
)

// reference is the model, which is told what the core accepts.
type reference struct {
	cast   *sequence.Cast
	model  *model.Model
	answer history.Answer // to the latest call; empty if that was refused
}

func newReference(cast *sequence.Cast) *reference { return &reference{cast: cast} }

func (o *reference) name() string { return "model" }

func (o *reference) close() error { return nil }

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
