package quantities

import (
	"slices"
	"sort"
)

// sparseRow lists the sparse amounts of a row that are not zero, sorted by name, in chunks: a
// change moves one chunk, since a cluster's sums may have all 65,536 names.
//
// Invariants:
//  1. the names ascend, within a chunk and from one to the next, and are sparse;
//  2. no amount is zero;
//  3. no chunk is empty, unless it is the only one, or longer than chunkLength;
//  4. count is how many amounts there are.
type sparseRow struct {
	chunks [][]sparseAmount
	count  int
}

type sparseAmount struct {
	name   Name
	amount Amount
}

// chunkLength bounds a chunk: a kilobyte.
const chunkLength = 64

// keptLength is how many amounts a row keeps room for when nothing is left: amounts may come again.
const keptLength = 8

// sparsePlace is where an amount is in a sparseRow, or would be.
type sparsePlace struct{ chunk, index int }

// seek returns the place of n, and whether n is there. The caller knows that n is not before the
// place from.
func (f *sparseRow) seek(n Name, from sparsePlace) (p sparsePlace, ok bool) {
	p = from
	if p.chunk >= len(f.chunks) {
		return p, false
	}
	if chunk := f.chunks[p.chunk]; len(chunk) > 0 && chunk[len(chunk)-1].name < n && p.chunk+1 < len(f.chunks) {
		after := f.chunks[p.chunk+1:]
		// The last chunk that does not begin beyond n.
		if i := sort.Search(len(after), func(i int) bool { return after[i][0].name > n }); i > 0 {
			p = sparsePlace{chunk: p.chunk + i}
		}
	}
	chunk := f.chunks[p.chunk]
	low, high := p.index, len(chunk)
	for low < high { // slices.BinarySearchFunc takes twice as long
		if mid := int(uint(low+high) >> 1); chunk[mid].name < n {
			low = mid + 1
		} else {
			high = mid
		}
	}
	p.index = low
	return p, low < len(chunk) && chunk[low].name == n
}

func (f *sparseRow) at(n Name) Amount {
	p, ok := f.seek(n, sparsePlace{})
	if !ok {
		return 0
	}
	return f.chunks[p.chunk][p.index].amount
}

// addFrom adds to the amount of a name that is beyond the place from. It returns the name's own
// place, or one before it.
func (f *sparseRow) addFrom(from sparsePlace, n Name, a Amount) sparsePlace {
	if a == 0 {
		return from
	}
	p, ok := f.seek(n, from)
	if !ok {
		return f.insert(p, sparseAmount{n, a})
	}
	x := &f.chunks[p.chunk][p.index]
	x.amount += a
	if x.amount == 0 {
		return f.remove(p)
	}
	return p
}

// add adds o, or subtracts it if sign is -1.
func (f *sparseRow) add(o *sparseRow, sign Amount) {
	if f.count == 0 && sign > 0 {
		f.copyFrom(o)
		return
	}
	var p sparsePlace
	for n, a := range o.all {
		p = f.addFrom(p, n, sign*a)
	}
}

func (f *sparseRow) subFloor(o *sparseRow) {
	var p sparsePlace
	for n, a := range o.all {
		var ok bool
		p, ok = f.seek(n, p)
		if !ok {
			continue
		}
		x := &f.chunks[p.chunk][p.index]
		x.amount = max(x.amount-a, 0)
		if x.amount == 0 {
			p = f.remove(p)
		}
	}
}

func (f *sparseRow) equal(o *sparseRow) bool {
	if f.count != o.count {
		return false
	}
	var p sparsePlace
	for n, a := range o.all {
		var ok bool
		p, ok = f.seek(n, p)
		if !ok || f.chunks[p.chunk][p.index].amount != a {
			return false
		}
	}
	return true
}

// all passes all amounts to yield, until it returns false.
func (f *sparseRow) all(yield func(Name, Amount) bool) {
	for _, chunk := range f.chunks {
		for _, x := range chunk {
			if !yield(x.name, x.amount) {
				return
			}
		}
	}
}

// reset removes all amounts and keeps one chunk.
func (f *sparseRow) reset() {
	if len(f.chunks) > 0 {
		clear(f.chunks[1:])
		f.chunks = f.chunks[:1]
		f.chunks[0] = f.chunks[0][:0]
	}
	f.count = 0
}

func (f *sparseRow) copyFrom(o *sparseRow) {
	f.reset()
	for i, chunk := range o.chunks {
		if i == len(f.chunks) {
			f.chunks = append(f.chunks, nil)
		}
		f.chunks[i] = append(f.chunks[i], chunk...)
	}
	f.count = o.count
}

// insert puts x at its place, and returns where it is.
func (f *sparseRow) insert(p sparsePlace, x sparseAmount) sparsePlace {
	f.count++
	if p.chunk == len(f.chunks) {
		f.chunks = append(f.chunks, []sparseAmount{x})
		return p
	}
	chunk := f.chunks[p.chunk]
	if len(chunk) < chunkLength {
		f.chunks[p.chunk] = slices.Insert(chunk, p.index, x)
		return p
	}
	// Names that come in ascending order fill chunk after chunk; else each keeps half.
	half := chunkLength / 2
	if p.index == chunkLength {
		half = chunkLength
	}
	upper := append(make([]sparseAmount, 0, chunkLength), chunk[half:]...)
	f.chunks[p.chunk] = chunk[:half]
	f.chunks = slices.Insert(f.chunks, p.chunk+1, upper)
	if p.index > half || half == chunkLength {
		p = sparsePlace{p.chunk + 1, p.index - half}
	}
	f.chunks[p.chunk] = slices.Insert(f.chunks[p.chunk], p.index, x)
	return p
}

// remove takes out the amount at p, and gives memory back as a row gets shorter. It
// returns a place that is not beyond what comes next.
func (f *sparseRow) remove(p sparsePlace) sparsePlace {
	f.count--
	chunk := slices.Delete(f.chunks[p.chunk], p.index, p.index+1)
	f.chunks[p.chunk] = chunk
	switch {
	case len(chunk) > cap(chunk)/4:
		return p
	case len(f.chunks) > 1:
		return f.mergeAround(p)
	case cap(chunk) > keptLength:
		f.chunks[0] = append(make([]sparseAmount, 0, cap(chunk)/2), chunk...)
	}
	return p
}

// mergeAround moves what is left of the chunk at p into a neighbour, if the neighbour has room for
// that and for as much again.
func (f *sparseRow) mergeAround(p sparsePlace) sparsePlace {
	chunk := f.chunks[p.chunk]
	for _, beside := range []int{p.chunk - 1, p.chunk + 1} {
		if beside < 0 || beside >= len(f.chunks) || len(f.chunks[beside])+2*len(chunk) > chunkLength {
			continue
		}
		if beside < p.chunk {
			p = sparsePlace{beside, len(f.chunks[beside]) + p.index}
			f.chunks[beside] = append(f.chunks[beside], chunk...)
			f.chunks = slices.Delete(f.chunks, beside+1, beside+2)
		} else {
			f.chunks[beside] = slices.Insert(f.chunks[beside], 0, chunk...)
			f.chunks = slices.Delete(f.chunks, p.chunk, p.chunk+1)
		}
		return p
	}
	return p
}
