package container

import "hash/maphash"

// NameTable finds slots by name: extendible hashing. The upper bits of a hash
// choose a page, the lower ones where in it to start to look. A page that gets
// full is split into two, so that an addition never moves more than a page.
//
// Go's map does the same, but keeps the names' addresses, which the collector
// goes through, and has to be asked twice for each addition.
//
// Invariants:
//  1. pages has 1<<depth entries; a page of a lesser depth stands at all those
//     whose upper bits are its own;
//  2. a slot's cell is reached from where its hash points to without passing
//     a free one.
type NameTable struct {
	seed  maphash.Seed
	name  func(slot uint32) string
	pages []*namePage
	depth uint
	count int
}

const (
	pageCells = 512
	pageFull  = pageCells * 3 / 4
	// maxPageDepth leaves the bits to themselves that places in a page are
	// chosen by. There are never as many slots as to need more.
	maxPageDepth = 23
)

type namePage struct {
	depth uint
	used  int
	cells [pageCells]nameCell
}

// nameCell is the hash of a slot's name and the slot plus one, 0 in a free cell.
type nameCell struct {
	hash uint32
	slot uint32
}

// NewNameTable returns an empty table. name returns the name of a slot, and has
// to return the same one for as long as the slot is in the table. The table
// keeps no name.
func NewNameTable(name func(slot uint32) string) NameTable {
	return NameTable{seed: maphash.MakeSeed(), name: name, pages: []*namePage{new(namePage)}}
}

// Len returns the number of slots in the table.
func (t *NameTable) Len() int { return t.count }

func (t *NameTable) hash(name string) uint32 { return uint32(maphash.String(t.seed, name)) }

func (t *NameTable) page(hash uint32) *namePage { return t.pages[hash>>(32-t.depth)] }

// Find returns the slot of that name.
func (t *NameTable) Find(name string) (slot uint32, ok bool) {
	h := t.hash(name)
	p := t.page(h)
	i := t.search(p, h, name)
	return p.cells[i].slot - 1, p.cells[i].slot != 0
}

// search returns the place of a name in its page, or the free one where it
// would go.
func (t *NameTable) search(p *namePage, hash uint32, name string) uint32 {
	for i := hash % pageCells; ; i = (i + 1) % pageCells {
		c := &p.cells[i]
		if c.slot == 0 || c.hash == hash && t.name(c.slot-1) == name {
			return i
		}
	}
}

// Put enters a slot, whose name must not be in the table.
func (t *NameTable) Put(slot uint32) {
	h := t.hash(t.name(slot))
	p := t.page(h)
	for p.used >= pageFull && p.depth < maxPageDepth {
		t.split(p, h)
		p = t.page(h)
	}
	p.enter(nameCell{h, slot + 1})
	t.count++
}

func (p *namePage) enter(c nameCell) {
	i := c.hash % pageCells
	for p.cells[i].slot != 0 {
		i = (i + 1) % pageCells
	}
	p.cells[i] = c
	p.used++
}

// split moves half of p, the page of a hash, to a new page.
func (t *NameTable) split(p *namePage, hash uint32) {
	if p.depth == t.depth {
		pages := make([]*namePage, 2*len(t.pages))
		for i := range pages {
			pages[i] = t.pages[i/2]
		}
		t.pages, t.depth = pages, t.depth+1
	}
	p.depth++
	halves := [2]*namePage{p, {depth: p.depth}}
	cells := p.cells
	p.used, p.cells = 0, [pageCells]nameCell{}
	for _, c := range cells {
		if c.slot != 0 {
			halves[c.hash>>(32-p.depth)&1].enter(c)
		}
	}
	each := len(t.pages) >> p.depth // places of either half
	first := int(hash>>(33-p.depth)) * 2 * each
	for i := range each {
		t.pages[first+each+i] = halves[1]
	}
}

// Remove takes a slot out, which must be in the table and still have its name.
func (t *NameTable) Remove(slot uint32) {
	name := t.name(slot)
	h := t.hash(name)
	p := t.page(h)
	hole := t.search(p, h, name)
	// Cells behind the hole move up, so that no search ends too early.
	for i := (hole + 1) % pageCells; p.cells[i].slot != 0; i = (i + 1) % pageCells {
		home := p.cells[i].hash % pageCells
		if (i-home)%pageCells >= (i-hole)%pageCells {
			p.cells[hole] = p.cells[i]
			hole = i
		}
	}
	p.cells[hole] = nameCell{}
	p.used--
	t.count--
}
