package container

// HashTable finds slots by the hash of what they hold, by extendible hashing. A hash's upper bits
// choose a page, its lower bits the cell where a search in that page starts. A full page splits in
// two, and two nearly empty ones merge. So a call moves at most one page's slots, and memory is in
// proportion to the slots.
//
// Invariants:
//  1. pages has 1<<depth entries. A page of a lesser depth is at all entries whose upper bits are the
//     page's own;
//  2. a search from where a slot's hash points to reaches the slot's cell before it meets a free one;
//  3. deepest is how many pages have the depth of the table itself, and is at least 1.
type HashTable struct {
	pages   []*hashPage
	depth   uint
	deepest int
	count   int
}

const (
	pageCells = 512
	pageFull  = pageCells * 3 / 4
	// pagesMerge: two pages become one when at most so many of their cells are in use. Before that
	// page is split again, as many slots have to be added.
	pagesMerge = pageFull / 2
	// maxPageDepth leaves some bits of a hash for choosing the place in a page. There are never so
	// many slots that more pages are needed.
	maxPageDepth = 23
)

type hashPage struct {
	depth uint
	used  int
	cells [pageCells]hashCell
}

// hashCell is the hash of a slot and the slot plus one, 0 in a free cell.
type hashCell struct {
	hash uint32
	slot uint32
}

// NewHashTable returns an empty table.
func NewHashTable() HashTable {
	return HashTable{pages: []*hashPage{new(hashPage)}, deepest: 1}
}

// Len returns the number of slots in the table.
func (t *HashTable) Len() int { return t.count }

func (t *HashTable) page(hash uint32) *hashPage { return t.pages[hash>>(32-t.depth)] }

// Find returns the slot of that hash for which is returns true.
func (t *HashTable) Find(hash uint32, is func(slot uint32) bool) (slot uint32, ok bool) {
	p := t.page(hash)
	for i := hash % pageCells; ; i = (i + 1) % pageCells {
		c := &p.cells[i]
		if c.slot == 0 || c.hash == hash && is(c.slot-1) {
			return c.slot - 1, c.slot != 0
		}
	}
}

// Put enters a slot, which must not be in the table.
func (t *HashTable) Put(hash, slot uint32) {
	p := t.page(hash)
	for p.used >= pageFull && p.depth < maxPageDepth {
		t.split(p, hash)
		p = t.page(hash)
	}
	p.enter(hashCell{hash, slot + 1})
	t.count++
}

func (p *hashPage) enter(c hashCell) {
	i := c.hash % pageCells
	for p.cells[i].slot != 0 {
		i = (i + 1) % pageCells
	}
	p.cells[i] = c
	p.used++
}

// places returns where the pages of p, the page of a hash, begin, and how many
// there are.
func (t *HashTable) places(p *hashPage, hash uint32) (first, count int) {
	count = 1 << (t.depth - p.depth)
	return int(hash>>(32-p.depth)) * count, count
}

// split moves half of p, the page of a hash, to a new page.
func (t *HashTable) split(p *hashPage, hash uint32) {
	if p.depth == t.depth {
		pages := make([]*hashPage, 2*len(t.pages))
		for i := range pages {
			pages[i] = t.pages[i/2]
		}
		t.pages, t.depth, t.deepest = pages, t.depth+1, 0
	}
	first, count := t.places(p, hash)
	p.depth++
	halves := [2]*hashPage{p, {depth: p.depth}}
	cells := p.cells
	p.used, p.cells = 0, [pageCells]hashCell{}
	for _, c := range cells {
		if c.slot != 0 {
			halves[c.hash>>(32-p.depth)&1].enter(c)
		}
	}
	for i := range count / 2 {
		t.pages[first+count/2+i] = halves[1]
	}
	if p.depth == t.depth {
		t.deepest += len(halves)
	}
}

// Remove takes a slot out that was entered with that hash.
func (t *HashTable) Remove(hash, slot uint32) {
	p := t.page(hash)
	hole := hash % pageCells
	for p.cells[hole].slot != slot+1 {
		hole = (hole + 1) % pageCells
	}
	// Cells behind the hole move up, so that no search ends too early.
	for i := (hole + 1) % pageCells; p.cells[i].slot != 0; i = (i + 1) % pageCells {
		home := p.cells[i].hash % pageCells
		if (i-home)%pageCells >= (i-hole)%pageCells {
			p.cells[hole] = p.cells[i]
			hole = i
		}
	}
	p.cells[hole] = hashCell{}
	p.used--
	t.count--
	for t.merge(p, hash) {
	}
	for t.deepest == 0 {
		t.halve()
	}
}

// merge makes one page of p, the page of a hash, and of the page that p was once split from, if
// both are nearly empty.
func (t *HashTable) merge(p *hashPage, hash uint32) bool {
	if p.depth == 0 {
		return false
	}
	first, count := t.places(p, hash)
	first ^= count // of the other half
	other := t.pages[first]
	if other.depth != p.depth || p.used+other.used > pagesMerge {
		return false
	}
	if p.depth == t.depth {
		t.deepest -= 2
	}
	for _, c := range other.cells {
		if c.slot != 0 {
			p.enter(c)
		}
	}
	p.depth--
	for i := range count {
		t.pages[first+i] = p
	}
	return true
}

// halve drops the last bit that pages are chosen by, which makes no difference to
// any.
func (t *HashTable) halve() {
	pages := make([]*hashPage, len(t.pages)/2)
	t.depth--
	for i := range pages {
		pages[i] = t.pages[2*i]
		if pages[i].depth == t.depth {
			t.deepest++
		}
	}
	t.pages = pages
}
