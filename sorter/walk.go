package sorter

import "github.com/apportion/apportion/internal/container"

// Cursor is a place in an iteration over the active clients, made by
// [Sorter.Begin]. It costs nothing to make or to abandon.
//
// A cursor is good until the sorter next changes: its clients, what they have
// allocated, a weight. Next then panics, since what was to come may no longer
// be in order. Changes of the Totals do not end it.
type Cursor struct {
	sorter *Sorter
	epoch  uint64
	pos    int
}

// Begin makes cur the start of an iteration over all active clients, the one
// to be picked next first.
//
// Under DRF the order is that of shares, picks and paths, nonce has no
// meaning, and any number of cursors may be in use at once. Under Random, the
// order is drawn from the seed and the nonce and nothing else; to begin with
// another nonce ends the cursors begun before.
//
// After Begin, each active leaf and inner node has its weight, see SetWeight.
// A cursor that is not advanced costs no more than what has to be brought up to
// date.
func (s *Sorter) Begin(cur *Cursor, nonce uint64) {
	stream := uint64(0)
	if s.rule == randomRule {
		stream = container.Mix64(s.seed + container.Mix64(nonce))
	}
	s.begin(cur, stream)
}

// begin is Begin with the state that the random draws start from.
func (s *Sorter) begin(cur *Cursor, stream uint64) {
	s.settle()
	switch {
	case s.rule == randomRule && (s.walk.epoch != s.epoch || s.walk.stream != stream):
		s.epoch++
		s.walk.restart(s.epoch, stream)
		s.prepareDraw()
		s.draw.random = container.SplitMix64(stream)
	case s.walk.epoch != s.epoch:
		s.walk.restart(s.epoch, stream)
		s.walk.enter(s.states[root].group)
	}
	*cur = Cursor{sorter: s, epoch: s.epoch}
}

// Next returns the next client, or NoClient and false after the last. The
// first of an iteration costs O(1), the following ones O(log n), and those that
// another iteration has come past since the last change O(1).
func (cur *Cursor) Next() (Client, bool) {
	s := cur.sorter
	if s == nil || cur.epoch != s.epoch {
		panic("sorter: Next after the sorter changed, or before Begin")
	}
	if cur.pos == len(s.walk.found) && !s.advance() {
		return NoClient, false
	}
	c := s.walk.found[cur.pos]
	cur.pos++
	return c, true
}

// Sort appends all active clients in their order to dst and returns it. Under
// Random each call draws anew: the n-th call of a sorter's life gives an order
// that depends on the seed, n and the clients alone.
func (s *Sorter) Sort(dst []Client) []Client {
	const sortStream = 0x5ca1ab1e0ddba11 // apart from the nonces of Begin
	var cur Cursor
	s.begin(&cur, container.Mix64((s.seed^sortStream)+container.Mix64(s.sorts)))
	s.sorts++
	for s.advance() {
	}
	return append(dst, s.walk.found...)
}

// walk is how far the iterations of an epoch have come. All cursors share it:
// when nothing changes between two iterations, the second finds the work of
// the first done.
type walk struct {
	epoch  uint64
	stream uint64   // of Random: what the draws are made from
	found  []Client // the first clients in order

	// The rest of the order, under DRF: a frame for each group on the way to
	// the last client found.
	frames   []frame
	frontier []entry // of all frames, the innermost last; each one's node is its place instead
}

// frame is an iteration over one group. The places of its bracket that are
// won by who was not taken, and below a match that one who was taken has won,
// make up its frontier, a binary heap; the next entry is the least of them.
// Those that the last entry taken has beaten join only when the next is asked
// for, so that to take the first entry is to look at it.
type frame struct {
	group groupID
	last  int32 // where the entry taken last was found, noPos at the start
	base  int32 // where the frontier begins in walk.frontier
}

func (w *walk) restart(epoch, stream uint64) {
	w.epoch, w.stream = epoch, stream
	w.found = w.found[:0]
	w.frames = w.frames[:0]
	w.frontier = w.frontier[:0]
}

func (w *walk) enter(g groupID) {
	w.frames = append(w.frames, frame{group: g, last: noPos, base: int32(len(w.frontier))})
}

// advance finds one more client, or returns false at the end.
func (s *Sorter) advance() bool {
	if s.rule == randomRule {
		c, ok := s.draw.next()
		if ok {
			s.walk.found = append(s.walk.found, c)
		}
		return ok
	}

	w := &s.walk
	for len(w.frames) > 0 {
		f := &w.frames[len(w.frames)-1]
		b := s.groups[f.group].bracket
		if !w.take(f, b) {
			w.frames = w.frames[:len(w.frames)-1]
			continue
		}
		st := &s.states[b[f.last].node]
		if st.group == noGrp {
			w.found = append(w.found, st.client)
			return true
		}
		w.enter(st.group)
	}
	return false
}

// take moves f.last to the next entry in order, or returns false if there is
// none.
func (w *walk) take(f *frame, b bracket) bool {
	if f.last == noPos {
		f.last = 1
		return len(b) > 0
	}
	taken := b[f.last].node
	for place := f.last; int(place) < b.count(); {
		place *= 2
		if b[place].node != taken {
			place++
		}
		w.join(f, b, place^1)
	}
	if int(f.base) == len(w.frontier) {
		return false
	}
	f.last = w.least(f)
	return true
}

// join adds a place to the frontier of the innermost frame.
func (w *walk) join(f *frame, b bracket, place int32) {
	e := b[place]
	e.node = node(place)
	w.frontier = append(w.frontier, e)
	rise(w.frontier[f.base:])
}

// least takes the place that comes first from the frontier of the innermost
// frame.
func (w *walk) least(f *frame) int32 {
	place := int32(w.frontier[f.base].node)
	removeFirst(w.frontier[f.base:])
	w.frontier = w.frontier[:len(w.frontier)-1]
	return place
}
