// Package generate makes up histories: calls of an allocator, chosen by what
// lives at the time. What kinds of calls and of resources there are, and how
// often, is drawn for each history anew, with some left out altogether (swarm
// testing): what hides behind many others shows when those are away.
package generate

import (
	"math/rand/v2"
	"sort"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

// A Call is an operation and what is to become of it.
type Call struct {
	Op   history.Op
	Want Want
}

// Want is what an allocator has to make of an operation.
type Want struct {
	// Code of the error that it has to be refused with, 0 if it must be
	// carried out.
	Code core.Code
	// Either: it depends on more than the generator keeps account of.
	Either bool
}

// Options of a Generator.
type Options struct {
	// Large worlds have dozens of agents; small ones have a few, whose ids come
	// again and again.
	Large bool
	// Faithful leaves out what the core does differently from Mesos on purpose.
	Faithful bool
	// Nested: any role may have quota, not only those at the top.
	Nested bool
	// Invalid is how many in a hundred operations are to be refused.
	Invalid int
}

// A Generator makes up the calls of one history.
type Generator struct {
	options Options
	random  chooser
	bytes   *byteSource // nil if the history has no end of its own
	world   *world.World
	style   style
	ops     []choice           // with their running sums of weights
	volumes int                // made so far
	latest  []history.Resource // total of the agent that was removed last
}

// New is a generator whose calls depend on the seed alone, and on the answers.
func New(options Options, seed uint64) *Generator {
	return newGenerator(options, rand.New(rand.NewPCG(seed, 1)), nil)
}

// FromBytes is a generator whose choices are read from data; the history ends
// with them.
func FromBytes(options Options, data []byte) *Generator {
	source := &byteSource{data}
	return newGenerator(options, source, source)
}

func newGenerator(options Options, random chooser, bytes *byteSource) *Generator {
	g := &Generator{options: options, random: random, bytes: bytes, world: world.New()}
	g.style = g.drawStyle()
	g.drawWeights()
	return g
}

// A chooser gives a number from 0 to n-1.
type chooser interface{ IntN(n int) int }

// byteSource chooses by one byte each time, or by two among many. When they are
// used up, it chooses the first of all.
type byteSource struct{ rest []byte }

func (s *byteSource) IntN(n int) int {
	v := s.next()
	if n > 1<<8 {
		v = v<<8 | s.next()
	}
	return v % n
}

func (s *byteSource) next() int {
	if len(s.rest) == 0 {
		return 0
	}
	v := s.rest[0]
	s.rest = s.rest[1:]
	return int(v)
}

// Done says that there is nothing left to make a history of.
func (g *Generator) Done() bool { return g.bytes != nil && len(g.bytes.rest) == 0 }

// World is what the generator knows. It is not to be changed.
func (g *Generator) World() *world.World { return g.world }

// Learn tells the generator that its call was carried out.
func (g *Generator) Learn(op history.Op, answer history.Answer) { g.world.Learn(op, answer) }

// choice is one kind of operation. make returns nil if there is nothing to
// make it of.
type choice struct {
	weight int
	make   func(*Generator) *Call
}

// drawWeights gives each kind of operation a weight, often none.
func (g *Generator) drawWeights() {
	sum := 0
	for _, c := range operations {
		if !c.always && g.chance(20) {
			continue
		}
		sum += c.weight << g.random.IntN(3)
		g.ops = append(g.ops, choice{sum, c.make})
	}
}

// Next makes up a call. The caller carries it out, and tells Learn if it was
// accepted.
func (g *Generator) Next() Call {
	if !g.world.Started {
		return Call{Op: g.initialize()}
	}
	for range 100 {
		if g.chance(g.options.Invalid) {
			if c := g.trap(); c != nil {
				return *c
			}
		}
		if c := g.pick().make(g); c != nil {
			return *c
		}
	}
	return Call{Op: &history.Advance{Seconds: 0.5}}
}

func (g *Generator) pick() *choice {
	x := g.random.IntN(g.ops[len(g.ops)-1].weight)
	return &g.ops[sort.Search(len(g.ops), func(i int) bool { return g.ops[i].weight > x })]
}

// Drain makes the calls that give back all that is held.
func (g *Generator) Drain() []Call {
	var out []Call
	for _, p := range g.world.Places() {
		h := g.world.Held[p]
		if g.world.Frameworks[p.Framework] == nil {
			continue
		}
		if !h.Offered.Empty() {
			out = append(out, Call{Op: recovered(p, h.Offered, nil, false)})
		}
		if !h.Allocated.Empty() {
			out = append(out, *g.finished(recovered(p, h.Allocated, nil, true)))
		}
	}
	return out
}

func valid(op history.Op) *Call { return &Call{Op: op} }

func refused(op history.Op, code core.Code) *Call { return &Call{op, Want{Code: code}} }

// chance is true so many times in a hundred.
func (g *Generator) chance(percent int) bool { return g.random.IntN(100) < percent }

func one[T any](g *Generator, of []T) T { return of[g.random.IntN(len(of))] }

// some is a part of a list, in its order; it may be empty.
func some[T any](g *Generator, of []T, percent int) []T {
	var out []T
	for _, x := range of {
		if g.chance(percent) {
			out = append(out, x)
		}
	}
	return out
}

// several is a part of a list that has at least one element.
func several[T any](g *Generator, of []T, percent int) []T {
	if out := some(g, of, percent); len(out) > 0 {
		return out
	}
	return []T{one(g, of)}
}

func ptr[T any](v T) *T { return &v }
