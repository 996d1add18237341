package differential

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/tested"
	"github.com/apportion/apportion/internal/widths"
)

// A Failure is a check that did not hold.
type Failure struct {
	Step  int // index of the call
	Check string
	Err   error
	verb  sequence.Verb
	want  generator.Want // what was to become of the call
}

func (f *Failure) Error() string { return fmt.Sprintf("%s: call %d: %v", f.Check, f.Step, f.Err) }
func (f *Failure) Unwrap() error { return f.Err }

// Counts are of what histories had.
type Counts struct {
	Histories, Calls, Refused, Cycles, Offers int
}

// Add adds up.
func (c *Counts) Add(o *Counts) {
	c.Histories += o.Histories
	c.Calls += o.Calls
	c.Refused += o.Refused
	c.Cycles += o.Cycles
	c.Offers += o.Offers
}

// An opponent is another allocator that has to give the same answers.
type opponent interface {
	name() string // of the allocator
	start()
	// play carries out a call that the subject accepted or refused with an error.
	play(s *subject, c *sequence.Call, refusal error)
	// compare holds the cycles of the latest call to the subject's.
	compare(s *subject)
	// compareState holds what can be asked of the state to the subject's, at drawn
	// moments and at the end.
	compareState(s *subject)
	close() error // at the end; a history that fails, or does not end, is given up instead (GiveUp)
}

// subject is the core whose answers are checked.
type subject struct {
	*sequence.Player
	core *core.Allocator
}

func newSubject(cast *sequence.Cast, test tested.Options) *subject {
	s := &subject{}
	s.Player = sequence.NewPlayer(cast, s.openWith(func(o *alloc.Options) { *tested.Of(o) = test }))
	return s
}

// openWith opens a core with options that are changed before.
func (s *subject) openWith(change func(*alloc.Options)) sequence.Open {
	return func(o alloc.Options) (sequence.Target, error) {
		change(&o)
		var err error
		s.core, err = core.New(o)
		return sequence.Core{Allocator: s.core}, err
	}
}

// A match is one history under way.
type match struct {
	Counts
	cast       *sequence.Cast
	accounts   *accounts.Accounts
	subject    *subject
	opponents  []opponent
	visits     visits
	playing    []opponent // those who are there
	pace       Pace
	moments    *rand.Rand // draws when to ask what costs much
	step       int
	verb       sequence.Verb
	want       generator.Want
	check      string   // under way
	checking   opponent // whom it is about, nil if it is the subject alone
	asked      witnesses
	handles    handles
	news       newsOfCycle
	steps      stepsOfCalls
	loans      []alloc.Loan    // after the last call
	lentBefore []accounts.Loan // the call
}

// Pace is how often what costs much is asked: once in so many calls. 1 is always.
type Pace struct {
	Touched  int // what agents have free that a call touched
	Headroom int // for guarantees, in cycles
	Metrics  int // sums by role
	State    int // of opponents
	Validate int
	LeftOver int // somebody who would have taken what is free of an agent
	Trace    int // a refused call has changed nothing
	Join     int // opponents come in anew
	Looks    int // what cycles look at, and the steps of calls; 0 is never, else always
	Loans    int // whether what is lent comes back in time; 0 is never
	Memory   int // what the core keeps, and a snapshot of it
	// Of these, the count is of calls, and not drawn; 0 is never, and not in the end.
	Rebuild int // a core is built anew from what is known
	Prove   int // something that is said of why frameworks get nothing is tried out
}

// due says whether something is to be asked now that is asked once in so many times.
func (m *match) due(every int) bool { return every == 1 || every > 1 && m.moments.IntN(every) == 0 }

func newMatch(cast *sequence.Cast, b *accounts.Accounts, pace Pace, opponents []opponent, seed uint64) *match {
	return &match{
		cast: cast, accounts: b, pace: pace, opponents: opponents, subject: newSubject(cast, tested.Options{}),
		moments: rand.New(rand.NewPCG(seed, 3)),
	}
}

// guarded calls one of the match's steps. It turns a panic into a failure, and says
// which check failed; nil is none.
func (m *match) guarded(step func()) (f *Failure) {
	defer func() {
		if p := recover(); p != nil {
			f = &Failure{m.step, "panic", fmt.Errorf("%v\n%s", p, debug.Stack()), m.verb, m.want}
		}
		if f != nil {
			m.GiveUp()
		}
	}()
	if err := must.Catch(step); err != nil {
		check := m.check
		if m.checking != nil {
			check = m.checking.name() + ": " + check
		}
		return &Failure{m.step, check, err, m.verb, m.want}
	}
	return nil
}

// each has those who are there do something, one after the other.
func (m *match) each(do func(opponent)) {
	for _, m.checking = range m.playing {
		do(m.checking)
	}
	m.checking = nil
}

// GiveUp removes what a history that is not over has left in the file system.
func (m *match) GiveUp() {
	for _, o := range m.playing {
		if o, ok := o.(interface{ giveUp() }); ok {
			o.giveUp()
		}
	}
}

func (m *match) start() {
	m.check = "start"
	must.Do(m.subject.Start())
	m.news.through = anyPolicy(&m.accounts.Options, goesThroughAll)
	if m.pace.Looks > 0 {
		m.countSteps()
	}
	m.Histories++
	if m.visits.from == 0 {
		m.playing = m.opponents
		for _, o := range m.playing {
			o.start()
		}
	}
}

// call carries a call out everywhere.
func (m *match) call(c *sequence.Call, want generator.Want) {
	m.checking, m.verb, m.want = nil, c.Verb, want
	m.visit()
	var before uint64
	named := m.subject.Named
	trace := m.pace.Trace > 0 && (m.pace.Trace == 1 || want.Code != 0 && m.due(m.pace.Trace))
	if trace {
		before = m.subject.core.Digest()
	}
	m.steps.call = c
	refusal := m.subject.Play(c)
	m.Calls++
	m.check = expectation
	must.Do(expected(want, refusal))
	if refusal != nil {
		m.Refused++
		// What it was the first to name is known from then on.
		trace = trace && named == m.subject.Named
		m.check = "refused call left a trace"
		if trace && before != m.subject.core.Digest() {
			must.Fail("the digests differ")
		}
	} else {
		m.accounts.Learn(c)
	}
	m.check = "refusal"
	m.each(func(o opponent) { o.play(m.subject, c, refusal) })
	m.cycles()
	m.learnLoans()
	if m.pace.Looks > 0 {
		m.looks(c, refusal == nil)
	}
	m.witness(c, refusal == nil)
	if m.pace.Prove > 0 && refusal == nil {
		m.everything(c)
	}
	m.step++
}

// expectation is the check that a call is refused or not, as is known before.
const expectation = "expectation"

// expected compares an error with the one that was to come.
func expected(want generator.Want, refusal error) error {
	if refusal == nil {
		if want.Code != 0 && !want.Either {
			return fmt.Errorf("accepted, but expected error %d", want.Code)
		}
		return nil
	}
	e, ok := refusal.(*alloc.Error)
	switch {
	case !ok:
		return fmt.Errorf("refused with an error of another type: %w", refusal)
	case want.Either || widths.Small && e.Code == alloc.CodeLimit:
		return nil
	case want.Code == 0:
		return fmt.Errorf("refused: %w", refusal)
	case want.Code != e.Code:
		return fmt.Errorf("expected error %d, got %d: %w", want.Code, e.Code, refusal)
	}
	return nil
}

// cycles holds the cycles of a call to what is known, and to those of the opponents.
func (m *match) cycles() {
	for i := range m.subject.Cycles {
		m.Cycles++
		m.Offers += len(m.subject.Cycles[i].Offers)
		m.check = "answer"
		m.offers(&m.subject.Cycles[i])
	}
	m.check = "answer"
	m.each(func(o opponent) { o.compare(m.subject) })
}

// end asks everything once more, and ends the opponents.
func (m *match) end() {
	m.checking = nil
	m.wholeState()
	if m.pace.Rebuild > 0 {
		m.check = "rebuilt"
		m.rebuild()
	}
	if m.pace.Prove > 0 && m.Calls <= provable {
		m.proveAll()
	}
	m.check = "end"
	m.each(func(o opponent) {
		if o, ok := o.(*library); ok {
			o.compareAll(m.subject)
		}
		must.Do(o.close())
	})
}
