package model

import "maps"

// lots draws the numbers that Mesos shuffles resources with. It calls
// std::random_shuffle, which calls the C library's rand, which nobody seeds: its
// first number is the same in every process, and so was it in every recorded
// trace. This is glibc's generator with its default seed, an additive feedback
// over 31 words.
type lots struct {
	words [feedbackLong]uint32
	next  int // the word that the next draw replaces
}

const (
	feedbackLong  = 31
	feedbackShort = 3
	warmUp        = 310 // draws that are thrown away after seeding
)

func newLots() lots {
	l := lots{next: feedbackShort}
	const factor, modulus = 16807, 1<<31 - 1
	word := uint64(1)
	for i := range l.words {
		l.words[i] = uint32(word)
		word = word * factor % modulus
	}
	for range warmUp {
		l.draw()
	}
	return l
}

func (l *lots) draw() uint32 {
	l.words[l.next] += l.words[(l.next+feedbackLong-feedbackShort)%feedbackLong]
	word := l.words[l.next]
	l.next = (l.next + 1) % feedbackLong
	return word >> 1
}

// shuffle gives the pieces in an order that is drawn as by std::random_shuffle in
// libstdc++: each piece in turn changes places with one up to itself.
func (l *lots) shuffle(r resources) resources {
	out := append(resources(nil), r...)
	for i := 1; i < len(out); i++ {
		j := int(l.draw()) % (i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
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
	for _, p := range l.shuffle(r) {
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
