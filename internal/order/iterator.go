package order

import "github.com/apportion/apportion/internal/container"

// Iterator is a place in an iteration over the active clients, made by [Sorter.Begin]. It may be
// abandoned at any time. It ends, and Next panics, when
//
//   - the clients change, their allocations, weights, ranks or policies, or who is blocked;
//   - an iteration begins after a change of the Totals, unless the whole tree is under Random.
//     The change alone ends nothing;
//   - a part of the tree is under Random, and Begin is called with another nonce, or Sort.
type Iterator struct {
	sorter *Sorter
	epoch  uint64
	pos    int // in progress.found
}

// Begin makes it the start of an iteration over all active clients, the one to be picked
// next first. It brings shares up to date and looks up the weights of the active leaves and
// internal nodes, see SetWeight.
//
// Under DRF the order is that of shares, picks and paths; nonce has no meaning. Under Random,
// seed and nonce alone draw the order. Any number of iterators may be in use at once.
func (s *Sorter) Begin(it *Iterator, nonce uint64) {
	s.prepare()
	stream := uint64(0)
	if s.isRandom() {
		stream = container.Mix64(s.seed + container.Mix64(nonce))
	}
	s.begin(stream)
	*it = Iterator{sorter: s, epoch: s.epoch}
}

// begin makes progress that of a seed that Random draws from, 0 if nothing is drawn.
func (s *Sorter) begin(stream uint64) {
	p := &s.progress
	if p.epoch == s.epoch && p.stream == stream {
		return
	}
	if s.isRandom() {
		s.epoch++
	}
	p.restart(s.epoch, stream)
	switch {
	case s.AllDrawn():
		s.startShuffle(s.shuffle, s.states[root].group, stream)
	case s.levels != nil:
		s.openGroup(s.states[root].group)
	default: // opened when somebody asks for more than the first
	}
}

// Next returns the next client, or NoClient and false after the last. A client that another
// iterator has found since the last change costs O(1). Under DRF the first child of a group costs
// O(1), and on average each other one O(log n) of its siblings. Under Random each client costs
// O(log n).
func (it *Iterator) Next() (Client, bool) {
	s := it.sorter
	if s == nil || it.epoch != s.epoch {
		panic("sorter: Next after the sorter changed, or before Begin")
	}
	if it.pos == len(s.progress.found) && !s.advance() {
		return NoClient, false
	}
	c := s.progress.found[it.pos]
	it.pos++
	return c, true
}

// Sort appends all active clients in their order to dst and returns it. Under
// Random each call draws anew: the n-th call of a sorter's life gives an order
// that depends on the seed, n and the clients alone.
func (s *Sorter) Sort(dst []Client) []Client {
	const sortStream = 0x5ca1ab1e0ddba11 // apart from the nonces of Begin
	s.prepare()
	stream := uint64(0)
	if s.isRandom() {
		stream = container.Mix64((s.seed ^ sortStream) + container.Mix64(s.sorts))
	}
	s.begin(stream)
	s.sorts++
	for s.advance() {
	}
	return append(dst, s.progress.found...)
}

// progress is how far the iterations of an epoch have come. All iterators share it: if nothing
// changes between two iterations, the second reads what the first has found.
type progress struct {
	epoch  uint64
	stream uint64   // the seed that Random draws from
	found  []Client // the first clients in order

	// Under DRF: one frame for each group on the way to the last client found, the innermost last,
	// and the frontiers of all frames one after the other. In a frontier, an entry's node is
	// instead the entry's place in the tournament.
	opened   bool // frames are in use
	frames   []frame
	frontier []entry
}

// frame is an iteration over the children of one group. Its frontier is a heap of places in the
// group's tournament. Each child that is not taken yet is below one of these places, or below last:
// the place up to which the child that was taken last has won.
//
// takeNext goes down from last to that child, and adds to the frontier each opponent that the child
// has beaten on the way. The least entry of the frontier is then the next child. A frame does that
// only when the next child is asked for, so its first child costs one look.
type frame struct {
	group groupID
	last  int32 // the place where the child taken last was found, noPlace at the start
	base  int32 // where the frontier begins in progress.frontier
}

func (p *progress) restart(epoch, stream uint64) {
	p.epoch, p.stream = epoch, stream
	p.found = p.found[:0]
	p.opened = false
	p.frames = p.frames[:0]
	p.frontier = p.frontier[:0]
}

func (p *progress) pushFrame(g groupID) {
	p.frames = append(p.frames, frame{group: g, last: noPlace, base: int32(len(p.frontier))})
}

// isRandom reports whether the order depends on a nonce.
func (s *Sorter) isRandom() bool { return s.AllDrawn() || s.levels != nil && s.levels.draws }

// openGroup goes on with the children of a group.
func (s *Sorter) openGroup(g groupID) {
	if s.levels != nil && s.isDrawn(g) {
		s.startRegion(g, s.progress.stream)
	}
	s.progress.pushFrame(g)
}

// advance finds one more client, or returns false at the end.
func (s *Sorter) advance() bool {
	p := &s.progress
	if s.AllDrawn() {
		n := s.shuffle.next()
		if n != noNode {
			p.found = append(p.found, s.states[n].client)
		}
		return n != noNode
	}

	if s.levels == nil && !p.opened {
		if len(p.found) == 0 {
			return s.findFirst()
		}
		p.opened = true
		s.openGroup(s.states[root].group)
		s.nextLeaf() // found already
	}
	n := s.nextLeaf()
	if n != noNode {
		p.found = append(p.found, s.states[n].client)
	}
	return n != noNode
}

// findFirst finds the first client of a tree that is all under DRF, or returns false if there is
// none. Most iterations end with it.
func (s *Sorter) findFirst() bool {
	n := root
	for s.states[n].group != noGroup {
		matches := s.groups[s.states[n].group].tournament
		if len(matches) == 0 {
			return false
		}
		n = matches[1].node
	}
	s.progress.found = append(s.progress.found, s.states[n].client)
	return true
}

// nextLeaf returns the next leaf of the frames, or noNode.
func (s *Sorter) nextLeaf() node {
	p := &s.progress
	for len(p.frames) > 0 {
		n := s.nextChild(&p.frames[len(p.frames)-1])
		if n == noNode {
			p.frames = p.frames[:len(p.frames)-1]
			continue
		}
		g := s.states[n].group
		if g == noGroup {
			return n
		}
		s.openGroup(g)
	}
	return noNode
}

// nextChild returns the next in order of the innermost frame's group, or noNode.
func (s *Sorter) nextChild(f *frame) node {
	if s.levels != nil && s.isDrawn(f.group) {
		return s.levels.regions[f.group].draws.next()
	}
	matches := s.groups[f.group].tournament
	switch {
	case f.last != noPlace:
		if !s.progress.takeNext(f, matches) {
			return noNode
		}
	case len(matches) == 0:
		return noNode
	default:
		f.last = 1
	}
	return matches[f.last].node
}

// takeNext moves f.last, of the innermost frame, from a child to the next one in order, or
// returns false if there is none.
func (p *progress) takeNext(f *frame, matches tournament) bool {
	taken := matches[f.last].node
	for place := f.last; int(place) < matches.count(); {
		place *= 2
		if matches[place].node != taken {
			place++
		}
		opponent := matches[place^1]
		opponent.node = node(place ^ 1)
		p.frontier = append(p.frontier, opponent)
		rise(p.frontier[f.base:])
	}
	frontier := p.frontier[f.base:]
	if len(frontier) == 0 {
		return false
	}
	f.last = int32(frontier[0].node)
	removeFirst(frontier)
	p.frontier = p.frontier[:len(p.frontier)-1]
	return true
}
