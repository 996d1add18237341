package generator

import (
	"slices"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/accounts"
)

// A choice is a kind of call, by how often it comes in small clusters, in large ones, and in small ones
// while roles borrow and need their own.
// Some come always: without them, little would happen. A choice that there is nothing to
// make of gives false.
type choice struct {
	small, large int
	market       int
	always       bool
	make         func(*Generator) bool
}

// choices are all kinds of calls; add puts those at the end that have files of their own.
var choices = []choice{
	{320, 500, 60, true, ofOffer((*Generator).decline)},
	{200, 200, 200, false, ofOffer((*Generator).launch)},
	{250, 200, 30, false, (*Generator).finish},
	{30, 40, 40, true, (*Generator).addAgent},
	{20, 20, 20, true, (*Generator).addFramework},
	{7, 4, 2, false, ofAgent((*Generator).removeAgent)},
	{5, 1, 0, false, ofFramework((*Generator).removeFramework)},
	{8, 4, 0, false, (*Generator).updateAgent},
	{6, 2, 0, false, ofAgent(says(func(n uint32) calls.Call { return &calls.DeactivateAgent{Agent: alloc.AgentID(n)} }))},
	{10, 3, 10, false, ofAgent((*Generator).activateAgent)},
	{3, 2, 0, false, ofAgent((*Generator).addProvider)},
	{8, 2, 4, false, ofFramework((*Generator).updateFramework)},
	{5, 1, 0, false, ofFramework(says(func(n uint32) calls.Call { return &calls.DeactivateFramework{Framework: alloc.FrameworkID(n)} }))},
	{10, 2, 10, false, ofFramework((*Generator).activateFramework)},
	{3, 1, 0, false, (*Generator).updateWhitelist},
	{1, 1, 0, false, ofFramework(says(func(n uint32) calls.Call { return &calls.RequestResources{Framework: alloc.FrameworkID(n)} }))},
	{40, 40, 0, false, ofOffer((*Generator).updateAllocation)},
	{12, 40, 0, false, ofAgent((*Generator).updateAvailable)},
	{10, 4, 0, false, ofAgent((*Generator).updateUnavailability)},
	{14, 8, 0, false, ofAgent((*Generator).updateInverseOffer)},
	{2, 0, 0, false, (*Generator).statuses},
	{14, 3, 0, false, ofFramework((*Generator).suppress)},
	{18, 3, 0, false, ofFramework((*Generator).revive)},
	{10, 2, 6, false, (*Generator).updateQuota},
	{6, 1, 0, false, (*Generator).updateWeights},
	{3, 1, 0, false, (*Generator).setPolicy},
	{12, 2, 0, false, (*Generator).setRanks},
	{1, 0, 0, false, func(d *Generator) bool { return d.say(&calls.Pause{}) }},
	{8, 1, 8, true, (*Generator).resume},
	{20, 1, 0, false, (*Generator).recover},
}

// add adds kinds of calls, and wrong ones.
func add(made []choice, wrong ...trap) {
	choices, traps = append(choices, made...), append(traps, wrong...)
}

// ofAgent makes a call of an agent that is there, if any is; ofFramework one of a framework,
// ofOffer one of what is merely offered.
func ofAgent(do func(*Generator, uint32) bool) func(*Generator) bool {
	return of((*Generator).agent, do)
}

func ofFramework(do func(*Generator, uint32) bool) func(*Generator) bool {
	return of((*Generator).framework, do)
}

func ofOffer(do func(*Generator, *accounts.Holding) bool) func(*Generator) bool {
	return of((*Generator).offered, do)
}

// says makes a call of nothing but who it is about.
func says(call func(uint32) calls.Call) func(*Generator, uint32) bool {
	return func(d *Generator, n uint32) bool { return d.say(call(n)) }
}

func of[T any](draw func(*Generator) (T, bool), do func(*Generator, T) bool) func(*Generator) bool {
	return func(d *Generator) bool {
		x, ok := draw(d)
		return ok && do(d, x)
	}
}

// What a phase may be like besides.
const (
	burstPercent  = 10 // mostly one kind of call, for some dozens
	quietPercent  = 5  // nothing but time, for some dozens
	marketPercent = 50 // where roles lend
	leavePercent  = 15 // of large clusters: most of it goes, to be filled again
)

// drawWeights gives each kind of call a weight, often none, for a phase of some hundreds of
// calls. Next calls it when a history begins and when a phase is over. Nothing ends a phase earlier.
func (d *Generator) drawWeights() {
	d.weights = d.weights[:0]
	sum, favoured := 0, d.favoured()
	market := d.has(lending) && d.chance(marketPercent)
	for i, c := range choices {
		weight := c.small
		switch {
		case d.options.Size == Large:
			weight = c.large
		case d.options.Size == Scale: // few of each
			weight = min(c.large, 1)
		case market:
			weight = c.market
		}
		if c.always || !d.chance(20) {
			sum += weight << d.upTo(3)
		}
		if i == favoured {
			sum += 20_000
		}
		d.weights = append(d.weights, sum)
	}
	d.still = false
	switch {
	case d.options.Size == Large:
		d.phase = 20_000 + d.upTo(100_000)
	case d.options.Size == Scale:
		d.phase = 100
		d.scale.rounds = 0
	case favoured >= 0:
		d.phase = 10 + d.upTo(50)
	case d.has(quiet) && d.chance(quietPercent):
		d.still, d.phase = true, 10+d.upTo(30)
	default:
		d.phase = 100 + d.upTo(900)
	}
}

// The clock moves once in so many calls, which makes for a cycle in some twenty, or in
// large clusters in some two thousand. In the half seconds of faithful histories it
// moves to several cycles at a time.
var advanceOnce = [...]int{Small: 11, Medium: 14, Large: 1000, Scale: 2}

const advanceFaithful = 22

// moves says whether time comes next.
func (d *Generator) moves() bool {
	every := advanceOnce[d.options.Size]
	switch {
	case d.still:
		return true
	case d.options.Size == Scale && !d.filled:
		return false
	case d.options.Size < Large && d.options.Faithful:
		every = advanceFaithful
	}
	return d.upTo(every) == 0
}

// favoured is the place of the kind of call that nearly all of a phase is, -1 if
// there is none. In a large cluster most agents may begin to leave instead.
func (d *Generator) favoured() int {
	switch {
	case d.options.Size < Large && d.chance(burstPercent):
		return d.upTo(len(choices))
	case d.filled && d.options.Size == Large && d.chance(leavePercent):
		d.leaving = true
	}
	return -1
}

func (d *Generator) choose() func(*Generator) bool {
	x := d.upTo(d.weights[len(d.weights)-1])
	return choices[slices.IndexFunc(d.weights, func(sum int) bool { return sum > x })].make
}
