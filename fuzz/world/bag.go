package world

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/apportion/apportion/history"
)

// A Bag is resources summed up. It has one piece for each divisible kind, and
// one, with its number of copies, for each indivisible thing. The zero value is
// empty; values are never changed, every operation makes a new Bag.
type Bag struct{ pieces []Piece }

// A Piece is a part of a Bag.
type Piece struct {
	Resource history.Resource
	Copies   int64 // 1 unless the resource is indivisible
	key      string
}

// BagOf sums up resources.
func BagOf(list []history.Resource) Bag {
	var b Bag
	for i := range list {
		b = b.plus(pieceOf(list[i]))
	}
	return b
}

func pieceOf(r history.Resource) Piece {
	p := Piece{Resource: r, Copies: 1, key: r.Kind()}
	if !r.Divisible() {
		p.key += ":" + strconv.FormatInt(r.Milli, 10)
	}
	p.Resource.Ranges = history.MergeRanges(r.Ranges)
	p.Resource.Items = slices.Compact(slices.Sorted(slices.Values(r.Items)))
	return p
}

func (p *Piece) divisible() bool { return p.Resource.Divisible() }

func (p *Piece) empty() bool {
	r := &p.Resource
	return p.Copies <= 0 || r.Milli <= 0 && len(r.Ranges) == 0 && len(r.Items) == 0
}

// Pieces are the parts of the bag in an order of their own.
func (b Bag) Pieces() []Piece { return b.pieces }

// Empty says whether nothing is in the bag.
func (b Bag) Empty() bool { return len(b.pieces) == 0 }

// Resources lists what is in the bag, copies one by one.
func (b Bag) Resources() []history.Resource {
	var out []history.Resource
	for _, p := range b.pieces {
		for range p.Copies {
			out = append(out, p.Resource)
		}
	}
	return out
}

func (b Bag) find(key string) (int, bool) {
	return slices.BinarySearchFunc(b.pieces, key, func(p Piece, key string) int { return cmp.Compare(p.key, key) })
}

func (b Bag) plus(p Piece) Bag {
	if p.empty() {
		return b
	}
	i, found := b.find(p.key)
	out := slices.Clone(b.pieces)
	if !found {
		return Bag{slices.Insert(out, i, p)}
	}
	q := &out[i]
	if !p.divisible() {
		q.Copies += p.Copies
		return Bag{out}
	}
	q.Resource.Milli += p.Resource.Milli
	q.Resource.Ranges = history.MergeRanges(append(slices.Clone(q.Resource.Ranges), p.Resource.Ranges...))
	q.Resource.Items = slices.Compact(slices.Sorted(slices.Values(append(slices.Clone(q.Resource.Items), p.Resource.Items...))))
	return Bag{out}
}

// minus takes away what is there of a piece.
func (b Bag) minus(p Piece) Bag {
	i, found := b.find(p.key)
	if !found {
		return b
	}
	out := slices.Clone(b.pieces)
	q := &out[i]
	if p.divisible() {
		q.Resource.Milli -= p.Resource.Milli
		q.Resource.Ranges = rangesMinus(q.Resource.Ranges, p.Resource.Ranges)
		q.Resource.Items = slices.DeleteFunc(slices.Clone(q.Resource.Items), func(x string) bool {
			return slices.Contains(p.Resource.Items, x)
		})
	} else {
		q.Copies -= p.Copies
	}
	if q.empty() {
		out = slices.Delete(out, i, i+1)
	}
	return Bag{out}
}

func rangesMinus(a, b []history.Range) []history.Range {
	out := slices.Clone(a)
	for _, y := range b {
		var next []history.Range
		for _, x := range out {
			if x.End < y.Begin || y.End < x.Begin {
				next = append(next, x)
				continue
			}
			if x.Begin < y.Begin {
				next = append(next, history.Range{Begin: x.Begin, End: y.Begin - 1})
			}
			if y.End < x.End {
				next = append(next, history.Range{Begin: y.End + 1, End: x.End})
			}
		}
		out = next
	}
	return out
}

// Plus is the sum of both.
func (b Bag) Plus(o Bag) Bag {
	for _, p := range o.pieces {
		b = b.plus(p)
	}
	return b
}

// Minus is what is left of b without o; what b lacks is ignored.
func (b Bag) Minus(o Bag) Bag {
	for _, p := range o.pieces {
		b = b.minus(p)
	}
	return b
}

// Contains says whether all of o is in b.
func (b Bag) Contains(o Bag) bool {
	for i := range o.pieces {
		p := &o.pieces[i]
		j, found := b.find(p.key)
		if !found || !b.pieces[j].contains(p) {
			return false
		}
	}
	return true
}

func (p *Piece) contains(o *Piece) bool {
	r, s := &p.Resource, &o.Resource
	if p.Copies < o.Copies || r.Milli < s.Milli || len(rangesMinus(s.Ranges, r.Ranges)) > 0 {
		return false
	}
	for _, x := range s.Items {
		if !slices.Contains(r.Items, x) {
			return false
		}
	}
	return true
}

// Filter is the part of the bag that keep selects.
func (b Bag) Filter(keep func(*history.Resource) bool) Bag {
	var out Bag
	for _, p := range b.pieces {
		if keep(&p.Resource) {
			out.pieces = append(out.pieces, p)
		}
	}
	return out
}

// Once is the bag with each thing in it once, as an offer lists it.
func (b Bag) Once() Bag {
	out := Bag{slices.Clone(b.pieces)}
	for i := range out.pieces {
		out.pieces[i].Copies = 1
	}
	return out
}

// Amounts sums up the scalars by name, in thousandths. A thing that is shared
// counts once.
func (b Bag) Amounts() map[string]int64 {
	out := map[string]int64{}
	for _, p := range b.pieces {
		if p.Resource.Type != history.Scalar {
			continue
		}
		n := p.Copies
		if p.Resource.Shared {
			n = 1
		}
		out[p.Resource.Name] += p.Resource.Milli * n
	}
	return out
}

// Suffices says whether there is at least so much of each name; numbers and
// items count one each.
func (b Bag) Suffices(least history.Quantities) bool {
	have := b.Amounts()
	more := func(name string, milli int64) {
		have[name] += min(milli, math.MaxInt64-have[name])
	}
	for _, p := range b.pieces {
		for _, x := range p.Resource.Ranges {
			more(p.Resource.Name, int64(min(x.End-x.Begin, math.MaxInt64/1000-1)+1)*1000)
		}
		more(p.Resource.Name, int64(len(p.Resource.Items))*1000)
	}
	for name, need := range least {
		if have[name] < need {
			return false
		}
	}
	return true
}

// Convert applies conversions one after the other. Those that consume nothing
// are left out unless additions is set. ok is false if what is consumed isn't
// there.
func (b Bag) Convert(list []history.Conversion, additions bool) (out Bag, ok bool) {
	for _, c := range list {
		consumed := BagOf(c.Consumed)
		if consumed.Empty() && !additions {
			continue
		}
		if !b.Contains(consumed) {
			return b, false
		}
		b = b.Minus(consumed).Plus(BagOf(c.Converted))
	}
	return b, true
}
