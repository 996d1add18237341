// Package generator makes up sequences: calls of an allocator, chosen by what the accounts say.
// What kinds of calls and of resources there are, and how often, is drawn for each
// history anew, with some left out altogether (swarm testing), and drawn again from
// time to time: bursts of arrivals, storms of refusals, long quiet.
package generator

import (
	"math/rand/v2"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
)

// Want is what an allocator has to make of a call.
type Want struct {
	// Code of the error that it has to be refused with, 0 if it must be carried out.
	Code alloc.Code
	// Either: it depends on more than the accounts say.
	Either bool
}

// Options of a Generator.
type Options struct {
	Size Size
	// Faithful leaves out what the core does differently from Mesos on purpose, and
	// has the clock move in the half seconds that the reference model knows.
	Faithful bool
	// Invalid is how many in a hundred calls are to be refused.
	Invalid int
	// Policies: the history has them for certain.
	Policies bool
}

// Size is how large a cluster is.
type Size uint8

const (
	Small  Size = iota // a few agents, whose ids come again and again
	Medium             // dozens of agents
	Large              // thousands of agents, hundreds of frameworks
	Scale              // thousands of agents, frameworks and roles, in a state that lasts
)

// A Generator makes up the calls of one history.
type Generator struct {
	options  Options
	random   *rand.Rand
	cast     *sequence.Cast
	accounts *accounts.Accounts
	style    style
	scale    scale
	catalog  catalog
	weights  []int         // running sums
	filled   bool          // a large cluster is there
	leaving  bool          // most of its agents are going
	phase    int           // calls left until the weights are drawn anew
	still    bool          // until then, nothing happens but time
	call     sequence.Call // the latest
	want     Want
	latest   []alloc.Resource // total of the agent that was removed last

	// Scratch memory for what a call names, until the next one.
	resources []alloc.Resource
	bag       accounts.Bag
}

// New is a generator of a history whose calls depend on the source alone, and on what the
// accounts learn. It fills the rest of the cast, which has the allocators' options.
func New(options Options, cast *sequence.Cast, source rand.Source) *Generator {
	d := &Generator{options: options, random: rand.New(source), cast: cast}
	d.drawStyle()
	if options.Size == Scale {
		d.drawScale()
	}
	d.accounts = accounts.New(cast)
	return d
}

// Accounts is what the generator chooses by. Whoever carries the calls out has to have it
// learn.
func (d *Generator) Accounts() *accounts.Accounts { return d.accounts }

// nothing is a call that is about nobody.
var nothing = sequence.Call{Agent: sequence.None, Framework: sequence.None, Role: sequence.None}

// Next makes up a call, which is good until the next one.
func (d *Generator) Next() (*sequence.Call, Want) {
	d.phase--
	if d.phase < 0 {
		d.drawWeights()
	}
	trap := d.chance(d.options.Invalid)
	moves := !trap && d.moves()
	for n := range 50 {
		d.call = nothing
		d.want = Want{}
		d.resources = d.resources[:0]
		if trap && d.trap() || !trap && (n == 0 && (moves && d.advance() || d.fill()) || d.choose()(d)) {
			// Amounts may be too large, and their sums.
			d.want.Either = d.want.Either || d.has(extremes)
			return &d.call, d.want
		}
	}
	d.call = nothing
	d.call.Verb, d.call.For = calls.OpAdvance, sequence.HalfSecond
	return &d.call, Want{}
}

// fill adds agents and frameworks to a large cluster until most are there, also
// after most have left.
func (d *Generator) fill() bool {
	switch {
	case d.options.Size == Scale:
		return d.bring()
	case d.options.Size != Large || d.filled && !d.leaving || d.chance(10):
		return false
	case d.leaving && d.accounts.AgentsThere.Len() > len(d.style.agents)/4:
		return ofAgent((*Generator).removeAgent)(d)
	case d.leaving:
		d.leaving, d.filled = false, false
		return false
	case d.accounts.FrameworksThere.Len() < len(d.style.frameworks)*9/10:
		return d.addFramework()
	case d.accounts.AgentsThere.Len() < len(d.style.agents)*9/10:
		return d.addAgent()
	}
	d.filled = true
	return false
}

// say has the call be a value's. It is always true: there is something to make it of.
func (d *Generator) say(value calls.Call) bool {
	d.call = sequence.Of(value)
	return true
}

// maySay reports whether the call that is drawn is one of this history.
func (d *Generator) maySay() bool { return !d.options.Faithful || d.accounts.IsFaithful(&d.call) }

// said has the call be a value's, which is filled in afterwards.
func said[C calls.Call](d *Generator, value C) C {
	d.say(value)
	return value
}

// chance is true so many times in a hundred.
func (d *Generator) chance(percent int) bool { return d.random.IntN(100) < percent }

// upTo is a number from 0 to n-1.
func (d *Generator) upTo(n int) int { return d.random.IntN(n) }

// oneOf is one of a set, if any is in it.
func (d *Generator) oneOf(s *accounts.Set) (uint32, bool) {
	if s.Len() == 0 {
		return 0, false
	}
	return s.At(d.upTo(s.Len())), true
}

func one[T any](d *Generator, of []T) T { return of[d.random.IntN(len(of))] }

// some is a part of a list, in its order; it may be empty.
func some[T any](d *Generator, of []T, percent int) []T {
	var out []T
	for _, x := range of {
		if d.chance(percent) {
			out = append(out, x)
		}
	}
	return out
}

// several is a part of a list that has at least one element.
func several[T any](d *Generator, of []T, percent int) []T {
	if out := some(d, of, percent); len(out) > 0 {
		return out
	}
	return []T{one(d, of)}
}

// span is a time for which something lasts.
func (d *Generator) span() time.Duration {
	if d.has(oddTimes) && d.chance(30) {
		return one(d, []time.Duration{250, 300, 750, 1100, 2600, 7770}) * time.Millisecond
	}
	return time.Duration(1+d.upTo(12)) * sequence.HalfSecond
}

// advance moves the clock: mostly by what an interval may be, at times by a little
// more, and where it is quiet for long by hours or years. A clock that jumps to the
// end of time stops at sequence.LastTime.
func (d *Generator) advance() bool {
	d.call.Verb = calls.OpAdvance
	interval := time.Duration(d.accounts.Options.Interval)
	switch {
	case d.options.Size == Scale:
		d.call.For = interval
	case d.options.Faithful:
		d.call.For = sequence.HalfSecond
		if d.chance(15) {
			d.call.For = time.Duration(1+d.upTo(12)) * sequence.HalfSecond
		}
	case d.has(quiet) && d.chance(10):
		d.call.For = one(d, []time.Duration{time.Minute, time.Hour, 24 * time.Hour, 400 * 24 * time.Hour})
	case d.has(extremes) && d.chance(1):
		d.call.For = one(d, []time.Duration{1 << 61, 1 << 62})
	case d.chance(50):
		d.call.For = interval
	case d.chance(5):
		d.call.For = 0
	default:
		d.call.For = d.span()
	}
	return true
}
