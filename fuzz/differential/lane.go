// Package differential plays sequences on several allocators at once. It asks what is cheap after every
// call, and the rest at drawn moments and in the end. A sequence that ends in a difference is
// played again with everything asked after every call.
package differential

import (
	"math/rand/v2"

	"github.com/apportion/apportion/fuzz/generator"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/internal/tested"
)

// A Lane is one kind of comparison, with a share of the time: what clusters histories are of, whom the core
// is compared with, and how often what is asked.
type Lane struct {
	Name  string
	Share int // of a hunt's time
	Calls int // in a history, at most
	// brief: the history of a seed has a twentieth of the calls; nil if none has.
	brief func(seed uint64) bool
	// drains: in the end all that is held is given back.
	drains bool
	pace   Pace
	// draws is what histories are drawn with. One in medium has a cluster of medium size;
	// faithful ones have a faithful cast.
	draws  generator.Options
	medium uint64
	setup  func(seed uint64) *sequence.Cast
	// visits says when opponents are there, in a history of so many calls of its own;
	// nil if they always are.
	visits func(seed uint64, calls int) visits
	// opponents are those of a seed.
	opponents func(cast *sequence.Cast, seed uint64) []opponent
}

// Core compares the core with one that has no shortcuts, in small clusters.
var Core = Lane{
	Name: "core", Share: 40, Calls: 3000,
	pace:  Pace{Touched: 1, Headroom: 2, Metrics: 1000, State: 1000, Validate: 1500, LeftOver: 4, Trace: 400, Loans: 200, Memory: 6000},
	draws: generator.Options{Invalid: 12}, medium: 4, setup: generator.FreeCast,
	// What went wrong before they come in is in the state that they begin with, but not
	// in what they work out anew: most of it is noticed all the same.
	visits: func(seed uint64, calls int) visits {
		if seed%3 == 0 {
			return visits{}
		}
		return visits{from: rand.New(rand.NewPCG(seed, 5)).IntN(calls)}
	},
	opponents: func(cast *sequence.Cast, seed uint64) []opponent {
		if isRecorded(seed) {
			return []opponent{newRecorded(cast)}
		}
		return []opponent{rival(cast, seed)}
	},
}

// Model compares the core with the reference model, in small clusters and within
// what the two have in common.
var Model = Lane{
	Name: "model", Share: 25, Calls: 3000,
	pace:  Pace{Touched: 4, Headroom: 8, Metrics: 1000, State: 5000, Validate: 2000, LeftOver: 8, Loans: 400},
	draws: generator.Options{Invalid: 10}, medium: 5,
	setup: generator.FaithfulCast,
	opponents: func(cast *sequence.Cast, seed uint64) []opponent {
		return withRecording([]opponent{newReference(cast)}, cast, seed)
	},
}

// Large has clusters of ten thousand agents and five hundred frameworks, which come
// to have a million filters.
var Large = Lane{
	Name: "large", Share: 15, Calls: 3_000_000,
	pace:  Pace{Touched: 64, Headroom: 4, Metrics: 50_000, State: 300_000, LeftOver: 1000, Trace: 20_000},
	draws: generator.Options{Invalid: 8, Size: generator.Large}, setup: generator.FreeCast,
	// To visit all agents, or to sort all shares for each, takes longer than the calls
	// of a cycle: it is done seldom, and not for long.
	brief: func(seed uint64) bool { return seed%16 == 8 || seed%16 == 4 },
	visits: func(seed uint64, _ int) visits {
		if seed%4 == 1 {
			return visits{from: 20_000, stay: 50_000, every: 150_000}
		}
		return visits{}
	},
	opponents: func(cast *sequence.Cast, seed uint64) []opponent {
		switch {
		case seed%16 == 8:
			return []opponent{plain(cast)}
		case seed%16 == 4:
			return []opponent{newAnother(cast, "full sort", tested.Options{Resort: true})}
		case seed%4 == 1:
			return []opponent{newAnother(cast, "restored", tested.Options{})}
		}
		return withRecording(nil, cast, seed)
	},
}

// Scale has clusters of 2,000 to 20,000 agents, 500 to 3,000 frameworks and 1,000 to 10,000
// roles in states that last, and counts what cycles look at and what is kept.
var Scale = Lane{
	Name: "scale", Share: 10, Calls: 250,
	pace:  Pace{Touched: 16, Headroom: 64, Metrics: 400, State: 400, LeftOver: 100, Trace: 200, Looks: 1, Memory: 2000},
	draws: generator.Options{Invalid: 5, Size: generator.Scale},
	setup: func(seed uint64) *sequence.Cast {
		c := generator.FreeCast(seed)
		c.Every = 1
		return c
	},
	visits: func(seed uint64, calls int) visits {
		v := visits{from: rand.New(rand.NewPCG(seed, 5)).IntN(calls)}
		if seed%4 == 1 {
			v.stay = 16
		}
		return v
	},
	opponents: func(cast *sequence.Cast, seed uint64) []opponent {
		if seed%4 == 1 {
			return []opponent{newAnother(cast, "full pass", tested.Options{FullPass: true})}
		}
		return []opponent{newAnother(cast, "restored", tested.Options{})}
	},
}

// All are the lanes that this program has. OpenLibrary adds one.
var All = []*Lane{&Core, &Model, &Large, &Scale, &Everything}

// Named is the lane of a name, nil if there is none.
func Named(name string) *Lane {
	for _, l := range All {
		if l.Name == name {
			return l
		}
	}
	return nil
}

// begin is what a history of a seed begins with.
func (l *Lane) begin(seed uint64) (generator.Options, *sequence.Cast) {
	options, cast := l.draws, l.setup(seed)
	options.Faithful = cast.Faithful
	if l.medium > 0 && seed%l.medium == l.medium-1 {
		options.Size = generator.Medium
	}
	return options, cast
}

// rival is a core that works differently inside, in clusters of each size.
func rival(cast *sequence.Cast, seed uint64) opponent {
	switch seed / 4 % 6 {
	case 0:
		return newRestored(cast, 1500)
	case 1:
		return newAnother(cast, "full pass", tested.Options{FullPass: true})
	case 2:
		return newAnother(cast, "full sort", tested.Options{Resort: true})
	}
	return plain(cast)
}

// plain is a core without shortcuts.
func plain(cast *sequence.Cast) opponent {
	return newAnother(cast, "full pass and full sort", tested.Options{FullPass: true, Resort: true})
}
