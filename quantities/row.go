package quantities

import (
	"slices"

	"github.com/apportion/apportion/internal/widths"
)

// Name is a resource ("cpus", "mem") by its number: an index into rows.
type Name uint16

// DenseNames is how many names have a place of their own in every row: the first.
// Most clusters have no others. A row lists amounts of those beyond, the sparse names.
// DenseNames is at most the bits of a word.
const DenseNames = 1 << widths.DenseName

// Row holds an amount for each [Name], 0 for those never set. Dense names lie side by side;
// sparse ones are a list of amounts that are not 0. The zero value is ready.
//
// A copy shares the Row's memory, as a slice's does: change only one of the two afterwards.
// [Row.Clone] and [Row.CopyFrom] copy the amounts.
type Row struct {
	dense  []Amount   // by name; zero beyond its end
	sparse *sparseRow // nil while there was never one
}

// NewRow returns a row that holds the given amounts of the first names, which
// are no more than DenseNames. It keeps the slice.
func NewRow(amounts ...Amount) Row {
	return Row{dense: amounts[:len(amounts):min(len(amounts), DenseNames)]}
}

// At returns the amount of n.
func (r Row) At(n Name) Amount {
	if int(n) < len(r.dense) {
		return r.dense[n]
	}
	if r.sparse == nil {
		return 0
	}
	return r.sparse.at(n)
}

// Dense returns the amounts of the dense names, by index; names beyond its end have
// none. It is a view.
func (r Row) Dense() []Amount { return r.dense }

// WithDense returns a row with the given amounts of dense names (at most DenseNames) and r's
// amounts of sparse names. It shares the memory of both.
func (r Row) WithDense(dense []Amount) Row { return Row{dense, r.sparse} }

// HasSparse reports whether there is an amount of a sparse name.
func (r Row) HasSparse() bool { return r.sparse != nil && r.sparse.count > 0 }

// IsZero reports whether every amount is zero.
func (r Row) IsZero() bool { return isZero(r.dense) && !r.HasSparse() }

func isZero(amounts []Amount) bool {
	for _, a := range amounts {
		if a != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether r and o hold the same amount of every name.
func (r Row) Equal(o Row) bool {
	common := min(len(r.dense), len(o.dense))
	if !slices.Equal(r.dense[:common], o.dense[:common]) || !isZero(r.dense[common:]) || !isZero(o.dense[common:]) {
		return false
	}
	return !r.HasSparse() && !o.HasSparse() || r.HasSparse() && o.HasSparse() && r.sparse.equal(o.sparse)
}

// Add adds o to r, name by name.
func (r *Row) Add(o Row) {
	r.extend(len(o.dense))
	for i, a := range r.dense[:len(o.dense)] {
		r.dense[i] = a + o.dense[i]
	}
	if o.HasSparse() {
		r.makeSparse().add(o.sparse, 1)
	}
}

// AddCapped adds o to r, name by name, up to MaxSum; o has no negative amount.
func (r *Row) AddCapped(o Row) {
	r.extend(len(o.dense))
	for i, a := range o.dense {
		r.dense[i] = min(r.dense[i], MaxSum-a) + a
	}
	for n, a := range o.Sparse() {
		r.Set(n, min(r.At(n), MaxSum-a)+a)
	}
}

// Sub subtracts o from r, name by name; amounts may become negative.
func (r *Row) Sub(o Row) {
	r.extend(len(o.dense))
	for i, a := range o.dense {
		r.dense[i] -= a
	}
	if o.HasSparse() {
		r.makeSparse().add(o.sparse, -1)
	}
}

// Count adds o to r, name by name, or subtracts it if sign < 0.
func (r *Row) Count(o Row, sign int) {
	if sign > 0 {
		r.Add(o)
	} else {
		r.Sub(o)
	}
}

// SubFloor subtracts o from r, name by name, and stops at zero: what Mesos's
// ResourceQuantities do in operator-=. An amount of r that is negative already
// becomes zero if o names it.
func (r *Row) SubFloor(o Row) {
	for i, a := range o.dense[:min(len(o.dense), len(r.dense))] {
		if a != 0 {
			r.dense[i] = max(r.dense[i]-a, 0)
		}
	}
	if r.HasSparse() && o.HasSparse() {
		r.sparse.subFloor(o.sparse)
	}
}

// AddAt adds a to the amount of n.
func (r *Row) AddAt(n Name, a Amount) {
	if int(n) < len(r.dense) { // small enough to be inlined, without a profile, too
		r.dense[n] += a
		return
	}
	r.addBeyond(n, a)
}

// addBeyond adds a to the amount of n, which is beyond the end of the dense part. With a profile
// the compiler would inline addBeyond, and then no longer AddAt.
//
//go:noinline
func (r *Row) addBeyond(n Name, a Amount) {
	switch {
	case n < DenseNames:
		r.extend(int(n) + 1)
		r.dense[n] = a
	case a != 0:
		r.makeSparse().addFrom(sparsePlace{}, n, a)
	}
}

// Expect prepares r for amounts of names up to n, so that each needs no room of its own.
func (r *Row) Expect(n Name) {
	if n < DenseNames {
		r.extend(int(n) + 1)
	}
}

// Set makes a the amount of n.
func (r *Row) Set(n Name, a Amount) {
	if n >= DenseNames {
		r.AddAt(n, a-r.At(n))
		return
	}
	r.extend(int(n) + 1)
	r.dense[n] = a
}

// Reset makes every amount zero and keeps the memory for a few.
func (r *Row) Reset() {
	r.dense = r.dense[:0]
	if r.HasSparse() {
		r.sparse.reset()
	}
}

// CopyFrom makes r hold what o does, in memory of its own.
func (r *Row) CopyFrom(o Row) {
	r.dense = append(r.dense[:0], o.dense...)
	if o.HasSparse() {
		r.makeSparse().copyFrom(o.sparse)
	} else if r.HasSparse() {
		r.sparse.reset()
	}
}

// Clone returns a copy that shares no memory with r.
func (r Row) Clone() (c Row) {
	c.CopyFrom(r)
	return c
}

// fewNames is how many names a row has room for at least: most rows have an amount of a few names,
// which come one by one.
const fewNames = 4

// extend makes the dense part at least length long. Memory
// between its length and capacity may hold anything, hence the clearing.
func (r *Row) extend(length int) {
	have := len(r.dense)
	if length <= have {
		return
	}
	if length > cap(r.dense) {
		r.dense = append(make([]Amount, 0, max(length, 2*have, fewNames)), r.dense...)
	}
	r.dense = r.dense[:length]
	for i := have; i < length; i++ { // one or two, as a rule: less than a call of clear
		r.dense[i] = 0
	}
}

func (r *Row) makeSparse() *sparseRow {
	if r.sparse == nil {
		r.sparse = new(sparseRow)
	}
	return r.sparse
}
