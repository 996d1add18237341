package sorter

import (
	"math/bits"

	"github.com/apportion/apportion/quantities"
)

// agentAllocations has a row for every pair of client and agent with an allocation. An open
// addressing hash table (linear probing) leads from the pair to its row: unlike Go's map it
// allocates only when it grows. A chain through a client's rows serves its removal.
type agentAllocations struct {
	table []uint32 // row + 1 by hash, 0 if free; a power of two long
	shift uint     // 64 less the table's bits

	keys       []uint64 // by row, see pairKey
	prev, next []int32  // rows of the same client, -1 at the ends
	rows       quantities.Matrix
	unused     []int32

	heads []int32 // by client, -1 if it has no row
	used  int
}

const agentTableBits = 4 // to start with

func newAgentAllocations() *agentAllocations {
	return &agentAllocations{table: make([]uint32, 1<<agentTableBits), shift: 64 - agentTableBits}
}

func pairKey(c Client, agent uint32) uint64 { return uint64(c)<<32 | uint64(agent) }

// home returns where the search for a key starts.
func (a *agentAllocations) home(key uint64) int {
	high, low := bits.Mul64(key^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return int((high ^ low) * 0x9e3779b97f4a7c15 >> a.shift)
}

// find returns the place of a key in the table and its row, or the place where
// it would go and -1.
func (a *agentAllocations) find(key uint64) (place int, row int32) {
	mask := len(a.table) - 1
	for place = a.home(key); ; place = (place + 1) & mask {
		row = int32(a.table[place]) - 1
		if row < 0 || a.keys[row] == key {
			return place, row
		}
	}
}

func (a *agentAllocations) at(c Client, agent uint32) quantities.Row {
	_, row := a.find(pairKey(c, agent))
	if row < 0 {
		return quantities.Row{}
	}
	return a.rows.Row(int(row))
}

func (a *agentAllocations) add(c Client, agent uint32, q quantities.Row) {
	place, row := a.find(pairKey(c, agent))
	if row < 0 {
		if q.IsZero() {
			return
		}
		row = a.insert(place, c, agent)
	}
	a.rows.Add(int(row), q)
}

// sub takes q from a pair's row, and drops the row if nothing is left.
func (a *agentAllocations) sub(c Client, agent uint32, q quantities.Row) {
	place, row := a.find(pairKey(c, agent))
	if row < 0 {
		return
	}
	a.rows.Sub(int(row), q)
	if a.rows.Row(int(row)).IsZero() {
		a.remove(place, row)
	}
}

func (a *agentAllocations) removeClient(c Client) {
	if int(c) >= len(a.heads) {
		return
	}
	for a.heads[c] >= 0 {
		place, row := a.find(a.keys[a.heads[c]])
		a.rows.Reset(int(row))
		a.remove(place, row)
	}
}

func (a *agentAllocations) insert(place int, c Client, agent uint32) int32 {
	key := pairKey(c, agent)
	if (a.used+1)*4 > len(a.table)*3 {
		a.enlarge()
		place, _ = a.find(key)
	}
	for int(c) >= len(a.heads) {
		a.heads = append(a.heads, -1)
	}

	var row int32
	if last := len(a.unused) - 1; last >= 0 {
		row = a.unused[last]
		a.unused = a.unused[:last]
	} else {
		row = int32(len(a.keys))
		a.keys = append(a.keys, 0)
		a.prev = append(a.prev, -1)
		a.next = append(a.next, -1)
		a.rows.Grow(len(a.keys))
	}
	a.table[place] = uint32(row) + 1
	a.used++

	head := a.heads[c]
	a.keys[row], a.prev[row], a.next[row] = key, -1, head
	if head >= 0 {
		a.prev[head] = row
	}
	a.heads[c] = row
	return row
}

// remove drops a row, which is zero, and its place in the table. Keys after it
// that would not be found past the hole move into it.
func (a *agentAllocations) remove(place int, row int32) {
	prev, next := a.prev[row], a.next[row]
	if prev >= 0 {
		a.next[prev] = next
	} else {
		a.heads[a.keys[row]>>32] = next
	}
	if next >= 0 {
		a.prev[next] = prev
	}
	a.unused = append(a.unused, row)
	a.used--

	mask := len(a.table) - 1
	hole := place
	for i := (place + 1) & mask; a.table[i] != 0; i = (i + 1) & mask {
		home := a.home(a.keys[a.table[i]-1])
		if (i-home)&mask >= (i-hole)&mask {
			a.table[hole] = a.table[i]
			hole = i
		}
	}
	a.table[hole] = 0
}

func (a *agentAllocations) enlarge() {
	old := a.table
	a.table = make([]uint32, 2*len(old))
	a.shift--
	for _, entry := range old {
		if entry != 0 {
			place, _ := a.find(a.keys[entry-1])
			a.table[place] = entry
		}
	}
}
