package model

// glibcRand draws the numbers that Mesos shuffles resources with. It calls
// std::random_shuffle, which calls the C library's rand, which nobody seeds: its
// first number is the same in every process, and so was it in every recorded
// trace. This is glibc's generator with its default seed, an additive feedback
// over 31 words.
type glibcRand struct {
	words [feedbackLong]uint32
	next  int // the word that the next draw replaces
}

const (
	feedbackLong  = 31
	feedbackShort = 3
	warmUp        = 310 // draws that are thrown away after seeding
)

func newGlibcRand() glibcRand {
	l := glibcRand{next: feedbackShort}
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

func (l *glibcRand) draw() uint32 {
	l.words[l.next] += l.words[(l.next+feedbackLong-feedbackShort)%feedbackLong]
	word := l.words[l.next]
	l.next = (l.next + 1) % feedbackLong
	return word >> 1
}

// shuffle gives the pieces in an order that is drawn as by std::random_shuffle in
// libstdc++: each piece in turn changes places with one up to itself.
func (l *glibcRand) shuffle(r resources) resources {
	out := append(resources(nil), r...)
	for i := 1; i < len(out); i++ {
		j := int(l.draw()) % (i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}
