package differential

import (
	"errors"
	"fmt"
	"maps"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/abi"
	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/must"
)

// Library compares the core with the C library, call by call or in batches.
var Library = Lane{
	Name: "library", Share: 20, Calls: 3000,
	pace:  Pace{Touched: 4, Headroom: 8, Metrics: 1000, State: 500, Validate: 2000, LeftOver: 8},
	draws: generator.Options{Invalid: 12}, medium: 5, setup: generator.FreeCast,
	opponents: func(cast *sequence.Cast, seed uint64) []opponent {
		mode := abi.Batched
		if seed%8 == 0 {
			mode = abi.Single
		}
		o := newLibrary(cast, mode)
		o.waiting = mode == abi.Batched
		if isRecorded(seed) {
			return []opponent{&recordedLibrary{library: o}}
		}
		return []opponent{o}
	},
}

// runner is that of the C library, in a process that is started again when it has ended; nil if there is none.
var runner struct {
	*abi.Runner
	path string
}

// OpenLibrary has this program hunt in the lane Library, too, and the lane Everything compare the core with
// the C library, whose abi-runner is at path. end ends it.
func OpenLibrary(path string) (end func() error, err error) {
	runner.path = path
	runner.Runner, err = abi.Start(path)
	All = append(All, &Library)
	return func() error { return runner.Close() }, err
}

func newLibrary(cast *sequence.Cast, mode abi.Mode) *library {
	if runner.Ended() {
		runner.Runner = must.Get(abi.Start(runner.path))
	}
	return &library{title: "C library, " + mode.String(), cast: cast, mode: mode}
}

// library is an allocator behind the C ABI. Its handles and numbers are the
// subject's.
type library struct {
	title   string
	exact   bool // the digest is compared after every call
	waiting bool // a call whose answer is known waits for those after it
	cast    *sequence.Cast
	mode    abi.Mode
	session *abi.Session
	player  *sequence.Player
	late    error // what a call that waited came to, and should not have
}

func (o *library) name() string { return o.title }

func (o *library) start() {
	o.session = runner.Session(o.mode)
	o.player = sequence.NewPlayer(o.cast, o.session.Open)
	must.Do(o.player.Start())
}

// play makes a call. One that waits has an error that was foretold, unless it runs cycles.
func (o *library) play(s *subject, c *sequence.Call, refusal error) {
	foretold := o.waiting && waits(c.Verb, refusal)
	if foretold {
		f := abi.Forecast{Refusal: refusal, Pending: s.WasPending, Declare: s.Target.Do, Tell: func(err, foretold error) {
			if o.late == nil {
				o.late = sameRefusal(err, foretold)
			}
		}}
		switch c.Verb {
		case calls.OpAddAgent:
			f.Handle = uint64(s.AgentID(c.Agent))
		case calls.OpAddFramework:
			f.Handle = uint64(s.FrameworkID(c.Framework))
		}
		runner.Foretell(&f)
		defer runner.Foretell(nil)
	}
	err := o.player.Play(c)
	must.Do(o.late)
	if !foretold {
		must.Do(sameRefusal(err, refusal))
	}
}

// waits says whether a call returns nothing but a handle. One that is to be refused
// is a single call of the library.
func waits(v sequence.Verb, refusal error) bool {
	switch v {
	case sequence.InverseOfferStatuses:
		return false
	case calls.OpAddAgent, calls.OpUpdateAgent, calls.OpAddFramework, calls.OpUpdateFramework:
		return refusal == nil
	}
	return true
}

// sameRefusal compares an error with the core's. In a batch, only the first that
// failed has a text.
func sameRefusal(err, refusal error) error {
	if err == nil && refusal == nil {
		return nil
	}
	x, _ := err.(*alloc.Error)
	y, _ := refusal.(*alloc.Error)
	if x == nil || y == nil || x.Code != y.Code || x.Text != y.Text && x.Text != "" {
		return fmt.Errorf("refused with %v, by the core with %v", err, refusal)
	}
	return nil
}

func (o *library) compare(s *subject) {
	sameCycles(o.player.Cycles, s.Cycles)
	if o.exact {
		o.compareState(s)
	}
}

func (o *library) compareState(s *subject) {
	a := o.player.Target.(*abi.Allocator)
	digest := must.Get(a.Digest())
	must.Do(o.late)
	sameDigest(digest, s.core)
}

// compareAll compares the library's state, and the amounts of its metrics, with the core's.
func (o *library) compareAll(s *subject) {
	a := o.player.Target.(*abi.Allocator)
	text := must.Get(a.StateJSON())
	if want := string(s.core.AppendState(nil)); text != want {
		must.Fail("the state is\n%s\nand of the core\n%s", text, want)
	}
	var m core.Metrics
	s.core.Metrics(&m)
	if x, y := must.Get(a.Figures()), figures(s.core, &m); !maps.Equal(x, y) {
		must.Fail("the metrics are\n%v\nand of the core\n%v", x, y)
	}
}

func (o *library) close() error {
	err := o.session.Close()
	return errors.Join(o.late, err)
}
