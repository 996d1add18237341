package model

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/apportion/apportion/history"
)

// lots say in which order quotas go through resources. Mesos shuffles them. The core draws
// a place for each kind and size, from the number of the allocation and its stage; so do the
// lots, unless recordings of Mesos are replayed.
type lots struct {
	asMesos bool
	mesos   glibcRand
	nonce   uint64 // of the stage
	recalls bool   // what may be lent comes last, and else the order is always the same
}

func newLots(asMesos bool) lots { return lots{asMesos: asMesos, mesos: newGlibcRand()} }

// stageNonce tells the draws of a stage of an allocation, the first or the second, from all
// others.
func stageNonce(run, stage uint64) uint64 { return mix(run<<1 | stage&1) }

// inTurn gives the pieces in an order that is drawn.
func (l *lots) inTurn(r resources) resources {
	if l.asMesos {
		return l.mesos.shuffle(r)
	}
	if l.recalls {
		draw := func(p piece) uint64 {
			if p.isPooled() {
				return math.MaxUint64
			}
			return mix(p.hash())
		}
		return slices.SortedStableFunc(slices.Values(r), func(x, y piece) int { return cmp.Compare(draw(x), draw(y)) })
	}
	return slices.SortedStableFunc(slices.Values(r), func(x, y piece) int {
		return cmp.Compare(mix(l.nonce^x.hash()), mix(l.nonce^y.hash()))
	})
}

// hash is the core's for a piece that counts against quotas: of all but the amount, and of the
// size of what is indivisible.
func (p piece) hash() uint64 {
	kind := history.KindOf(&p.Resource)
	b := withText(nil, kind.Name)
	b = append(b, byte(kind.Type), 0, bit(kind.Shared))
	b = withOptional(b, kind.Provider)
	b = append(b, 0) // reservations
	if d := kind.Disk; d == nil {
		b = append(b, 0)
	} else {
		b = append(b, 1, byte(d.Source))
		for _, text := range []*string{d.Root, d.Vendor, d.ID, d.Profile, d.Persistence} {
			b = withOptional(b, text)
		}
		if d.Metadata == nil {
			b = append(b, 0)
		} else {
			b = binary.AppendUvarint(append(b, 1), uint64(len(d.Metadata)))
			var labels []string
			for _, label := range d.Metadata {
				value := ""
				if label.Value != nil {
					value = *label.Value
				}
				labels = append(labels, string(withText(withText(nil, label.Key), value)))
			}
			slices.Sort(labels)
			b = append(b, strings.Join(labels, "")...)
		}
	}
	sum := fnv.New64a()
	sum.Write(b)
	if p.parts {
		return mix(sum.Sum64())
	}
	return mix(mix(sum.Sum64()) ^ uint64(p.size))
}

func withText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

func withOptional(b []byte, text *string) []byte {
	if text == nil {
		return append(b, 0)
	}
	return withText(append(b, 1), *text)
}

func bit(set bool) byte {
	if set {
		return 1
	}
	return 0
}

// shrinkTo leaves of resources what helps towards quantities, and nothing else.
// This and shrinkBelow are Mesos's shrinkResources, in resources_utils.cpp. Where
// nothing is to be left, or all, Mesos draws no lots.
func (l *lots) shrinkTo(r resources, target quantities) resources {
	if len(target) == 0 {
		return nil
	}
	return l.shrink(r, target, false)
}

// shrinkBelow leaves of resources what limits allow.
func (l *lots) shrinkBelow(r resources, bound limits) resources {
	if len(bound) == 0 {
		return r
	}
	return l.shrink(r, bound, true)
}

// shrink cuts the pieces down, in an order that is drawn, to what is left under
// the bound of their name. A piece that cannot be divided stays whole or goes. If
// the name has no bound, it stays or goes as unbounded says.
func (l *lots) shrink(r resources, bound map[string]int64, unbounded bool) resources {
	left := maps.Clone(bound)
	var out resources
	for _, p := range l.inTurn(r) {
		room, bounded := left[p.Name]
		switch {
		case !bounded:
			if unbounded {
				out.put(p)
			}
			continue
		case p.Milli > room && !p.parts:
			continue
		}
		p.Milli = min(p.Milli, room)
		left[p.Name] -= p.Milli
		out.put(p)
	}
	return out
}
