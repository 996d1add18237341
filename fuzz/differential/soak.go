package differential

import (
	"errors"
	"strings"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
)

// A Soak is a long history in terms: each is the time of one master, with an allocator of its
// own.
type Soak struct {
	Cast    *sequence.Cast
	Runner  *abi.Runner                        // of the C library; nil for the core alone
	Took    func(cycle bool, by time.Duration) // is told how long each of the library's calls took
	Records string                             // folder to record the core into, one term after the other; "" for none
}

// A Term is one of them: the core, the C library and the accounts are told the same.
type Term struct {
	*match
	journal *journal.Recorder // nil if the core is not recorded
}

// soaking is the pace of large clusters. Begin and Check ask the rest.
var soaking = Pace{Touched: 64, Headroom: 4, LeftOver: 1000}

// Begin opens the allocators of a term.
func (s *Soak) Begin() (*Term, error) {
	var opponents []opponent
	if s.Runner != nil {
		opponents = []opponent{&library{title: "C library", cast: s.Cast, runner: s.Runner, waiting: true, took: s.Took}}
	}
	t := &Term{match: newMatch(s.Cast, accounts.New(s.Cast), soaking, opponents, 1)}
	t.subject.Player = sequence.NewPlayer(s.Cast, func(o alloc.Options) (target sequence.Target, err error) {
		if t.subject.core, err = core.New(o); err != nil || s.Records == "" {
			return sequence.Core{Allocator: t.subject.core}, err
		}
		t.journal, err = journal.Open(t.subject.core, journal.Options{Dir: s.Records, Interval: time.Second})
		return sequence.Core{Allocator: t.subject.core}, err
	})
	return t, t.try(t.start)
}

// try has a panic come back as an error.
func (t *Term) try(step func()) error {
	if f := t.guarded(step); f != nil {
		return f
	}
	return nil
}

// Core is the allocator in this process.
func (t *Term) Core() *core.Allocator { return t.subject.core }

// Accounts is what is known of the allocators.
func (t *Term) Accounts() *accounts.Accounts { return t.accounts }

// Play has all carry out a call, which none may refuse.
func (t *Term) Play(c *sequence.Call) error { return t.try(func() { t.call(c, generator.Want{}) }) }

// Check asks everything about the state.
func (t *Term) Check() error { return t.try(t.wholeState) }

// End asks it once more and ends the allocators.
func (t *Term) End() error {
	err := t.try(t.end)
	if t.journal != nil {
		err = errors.Join(err, t.journal.Stop())
	}
	return err
}

// TakesOver holds a term that begins with what is known of the one before to it: the books
// of both allocators say the same, and what each agent has free follows from them.
func (t *Term) TakesOver(from *Term) error {
	return must.Catch(func() {
		for n := range t.accounts.AgentsThere.All() {
			t.agent(n)
		}
		sameAccount(t.subject.core, from.subject.core, func(key string) bool { return strings.HasSuffix(key, standing) })
	})
}
