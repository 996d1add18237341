package accounts

import (
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// A Piece is a part of a Bag: an amount of a kind, in thousandths; or so many copies of a thing
// that cannot be divided, whose size the amount is; or an interval.
type Piece struct {
	Kind       uint32
	Copies     uint32
	Amount     int64
	Begin, End uint64
}

// A Bag is resources summed up: pieces by kind, then by size, then by beginning.
// Intervals of a kind neither overlap nor touch. Methods change it in place.
type Bag []Piece

// Empty says whether nothing is in the bag.
func (b Bag) Empty() bool { return len(b) == 0 }

// Add puts resources in.
func (b *Bag) Add(kinds []sequence.Kind, list []alloc.Resource) {
	for i := range list {
		b.add(kinds, pieceOf(&list[i]))
	}
}

// AddBag puts in what is in another bag.
func (b *Bag) AddBag(kinds []sequence.Kind, o Bag) {
	for i := range o {
		b.add(kinds, o[i])
	}
}

// Sub takes resources out, as far as they are in.
func (b *Bag) Sub(kinds []sequence.Kind, list []alloc.Resource) {
	for i := range list {
		b.sub(kinds, pieceOf(&list[i]))
	}
}

// SubBag takes out what is in another bag, as far as it is in.
func (b *Bag) SubBag(kinds []sequence.Kind, o Bag) {
	for i := range o {
		b.sub(kinds, o[i])
	}
}

// Set makes the bag that of these resources.
func (b *Bag) Set(kinds []sequence.Kind, list []alloc.Resource) {
	*b = (*b)[:0]
	b.Add(kinds, list)
}

// Copy makes the bag what another one is.
func (b *Bag) Copy(o Bag) { *b = append((*b)[:0], o...) }

func pieceOf(r *alloc.Resource) Piece {
	return Piece{Kind: uint32(r.Kind), Copies: 1, Amount: int64(r.Amount), Begin: r.Begin, End: r.End}
}

// Resources appends what is in the bag to dst, copies one by one.
func (b Bag) Resources(dst []alloc.Resource) []alloc.Resource {
	for _, p := range b {
		for range p.Copies {
			dst = append(dst, p.Resource())
		}
	}
	return dst
}

// Resource is the piece, one copy of it if there are several.
func (p *Piece) Resource() alloc.Resource {
	return alloc.Resource{Kind: alloc.KindID(p.Kind), Amount: alloc.Amount(p.Amount), Begin: p.Begin, End: p.End}
}

func (b *Bag) add(kinds []sequence.Kind, p Piece) {
	k := &kinds[p.Kind]
	if !k.Scalar() {
		b.addInterval(p)
		return
	}
	if p.Amount == 0 {
		return
	}
	i, found := b.find(k, &p)
	switch {
	case !found:
		*b = slices.Insert(*b, i, p)
	case k.Divisible:
		(*b)[i].Amount += p.Amount
	default:
		(*b)[i].Copies += p.Copies
	}
}

// find says where a scalar is, or would be. Bags are small: to go through one is
// faster than to halve it.
func (b *Bag) find(k *sequence.Kind, p *Piece) (i int, found bool) {
	for i = range *b {
		q := &(*b)[i]
		switch {
		case q.Kind < p.Kind:
		case q.Kind > p.Kind:
			return i, false
		case k.Divisible || q.Amount == p.Amount:
			return i, true
		case q.Amount > p.Amount:
			return i, false
		}
	}
	return len(*b), false
}

func (b *Bag) sub(kinds []sequence.Kind, p Piece) {
	k := &kinds[p.Kind]
	if !k.Scalar() {
		b.subInterval(p)
		return
	}
	i, found := b.find(k, &p)
	if !found {
		return
	}
	q := &(*b)[i]
	gone := false
	if k.Divisible {
		q.Amount -= p.Amount
		gone = q.Amount <= 0
	} else if gone = q.Copies <= p.Copies; !gone {
		q.Copies -= p.Copies
	}
	if gone {
		*b = slices.Delete(*b, i, i+1)
	}
}

// addInterval puts an interval in and joins it with those that it overlaps or
// touches.
func (b *Bag) addInterval(p Piece) {
	first := b.firstFrom(p.Kind, p.Begin)
	last := first
	for ; last < len(*b) && (*b)[last].Kind == p.Kind && (p.End == math.MaxUint64 || (*b)[last].Begin <= p.End+1); last++ {
		p.Begin, p.End = min(p.Begin, (*b)[last].Begin), max(p.End, (*b)[last].End)
	}
	*b = slices.Replace(*b, first, last, p)
}

// firstFrom is where the first interval of a kind is that ends at begin, touches
// it or comes later.
func (b *Bag) firstFrom(kind uint32, begin uint64) int {
	for i := range *b {
		q := &(*b)[i]
		if q.Kind > kind || q.Kind == kind && (q.End >= begin || q.End+1 == begin) {
			return i
		}
	}
	return len(*b)
}

// subInterval takes an interval out, as far as it is in.
func (b *Bag) subInterval(p Piece) {
	for i := b.firstFrom(p.Kind, p.Begin); i < len(*b) && (*b)[i].Kind == p.Kind && (*b)[i].Begin <= p.End; {
		q := (*b)[i]
		if q.End < p.Begin {
			i++ // it only touches
			continue
		}
		*b = slices.Delete(*b, i, i+1)
		if q.End > p.End {
			rest := q
			rest.Begin = p.End + 1
			*b = slices.Insert(*b, i, rest)
		}
		if q.Begin < p.Begin {
			q.End = p.Begin - 1
			*b = slices.Insert(*b, i, q)
			i++
		}
	}
}

// Contains says whether all of o is in b.
func (b Bag) Contains(kinds []sequence.Kind, o Bag) bool {
	i := 0
	for j := range o {
		p := &o[j]
		k := &kinds[p.Kind]
		for i < len(b) && b[i].before(p, k) {
			i++
		}
		if i == len(b) || b[i].Kind != p.Kind {
			return false
		}
		q := &b[i]
		switch {
		case !k.Scalar():
			if q.Begin > p.Begin || q.End < p.End {
				return false
			}
		case k.Divisible:
			if q.Amount < p.Amount {
				return false
			}
		case q.Amount != p.Amount || q.Copies < p.Copies:
			return false
		}
	}
	return true
}

// before says whether a piece comes before where p could be found.
func (q *Piece) before(p *Piece, k *sequence.Kind) bool {
	if q.Kind != p.Kind {
		return q.Kind < p.Kind
	}
	if !k.Scalar() {
		return q.End < p.Begin
	}
	return !k.Divisible && q.Amount < p.Amount
}

// Equal says whether the two are the same.
func (b Bag) Equal(o Bag) bool { return slices.Equal(b, o) }

// Part makes b what is in both x and y.
func (b *Bag) Part(kinds []sequence.Kind, x, y Bag) {
	var rest Bag
	rest.Copy(x)
	rest.SubBag(kinds, y)
	b.Copy(x)
	b.SubBag(kinds, rest)
}

// Suffices says whether there is at least so much of each name; numbers and items
// count one each.
func (b Bag) Suffices(c *sequence.Cast, least []alloc.Quantity) bool {
	return !slices.ContainsFunc(least, func(q alloc.Quantity) bool { return !b.suffices(c, &q) })
}

func (b Bag) suffices(c *sequence.Cast, q *alloc.Quantity) bool {
	need := int64(q.Amount)
	if need <= 0 {
		return true
	}
	var have int64
	for i := range b {
		p := &b[i]
		k := &c.Kinds[p.Kind]
		if c.Names[k.Name] != q.Name {
			continue
		}
		if k.Resource.Type != history.Scalar {
			have += int64(min(p.End-p.Begin, 1<<40)+1) * 1000
		} else if k.Resource.Shared {
			have += p.Amount // once, however many copies there are
		} else {
			have += p.Amount * int64(p.Copies)
		}
		if have >= need {
			return true
		}
	}
	return false
}
