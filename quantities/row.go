package quantities

import "slices"

// Row holds an amount for each [Name], 0 for those never set. Near names lie side by side;
// far ones are a list of amounts that are not 0. The zero value is ready.
//
// A copy shares the Row's memory, as a slice's does: change only one of the two afterwards.
// [Row.Clone] and [Row.CopyFrom] copy the amounts.
type Row struct {
	near []Amount // by name; zero beyond its end
	far  *farRow  // nil while there was never one
}

// NewRow returns a row that holds the given amounts of the first names, which
// are no more than NearNames. It keeps the slice.
func NewRow(amounts ...Amount) Row {
	return Row{near: amounts[:len(amounts):min(len(amounts), NearNames)]}
}

// At returns the amount of n.
func (r Row) At(n Name) Amount {
	if int(n) < len(r.near) {
		return r.near[n]
	}
	if r.far == nil {
		return 0
	}
	return r.far.at(n)
}

// Near returns the amounts of the near names, by index; names beyond its end have
// none. It is a view.
func (r Row) Near() []Amount { return r.near }

// WithoutFar returns the part of near names. It is a view.
func (r Row) WithoutFar() Row { return Row{near: r.near} }

// HasFar reports whether there is an amount of a far name.
func (r Row) HasFar() bool { return r.far != nil && r.far.count > 0 }

// IsZero reports whether every amount is zero.
func (r Row) IsZero() bool { return isZero(r.near) && !r.HasFar() }

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
	common := min(len(r.near), len(o.near))
	if !slices.Equal(r.near[:common], o.near[:common]) || !isZero(r.near[common:]) || !isZero(o.near[common:]) {
		return false
	}
	return !r.HasFar() && !o.HasFar() || r.HasFar() && o.HasFar() && r.far.equal(o.far)
}

// Add adds o to r, name by name.
func (r *Row) Add(o Row) {
	r.extend(len(o.near))
	for i, a := range r.near[:len(o.near)] {
		r.near[i] = a + o.near[i]
	}
	if o.HasFar() {
		r.makeFar().add(o.far, 1)
	}
}

// AddCapped adds o to r, name by name, up to MaxSum; o has no negative amount.
func (r *Row) AddCapped(o Row) {
	r.extend(len(o.near))
	for i, a := range o.near {
		r.near[i] = min(r.near[i], MaxSum-a) + a
	}
	for n, a := range o.Far() {
		r.Set(n, min(r.At(n), MaxSum-a)+a)
	}
}

// Sub subtracts o from r, name by name; amounts may become negative.
func (r *Row) Sub(o Row) {
	r.extend(len(o.near))
	for i, a := range o.near {
		r.near[i] -= a
	}
	if o.HasFar() {
		r.makeFar().add(o.far, -1)
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
	for i, a := range o.near[:min(len(o.near), len(r.near))] {
		if a != 0 {
			r.near[i] = max(r.near[i]-a, 0)
		}
	}
	if r.HasFar() && o.HasFar() {
		r.far.subFloor(o.far)
	}
}

// AddAt adds a to the amount of n.
func (r *Row) AddAt(n Name, a Amount) {
	if int(n) < len(r.near) { // small enough to be inlined, without a profile, too
		r.near[n] += a
		return
	}
	r.addBeyond(n, a)
}

// addBeyond adds a to the amount of n, which is beyond the end of the near part.
// A profile would have it inlined, and AddAt no more.
//
//go:noinline
func (r *Row) addBeyond(n Name, a Amount) {
	switch {
	case n < NearNames:
		r.extend(int(n) + 1)
		r.near[n] = a
	case a != 0:
		r.makeFar().addFrom(farPlace{}, n, a)
	}
}

// Expect prepares r for amounts of names up to n, so that each needs no room of its own.
func (r *Row) Expect(n Name) {
	if n < NearNames {
		r.extend(int(n) + 1)
	}
}

// Set makes a the amount of n.
func (r *Row) Set(n Name, a Amount) {
	if n >= NearNames {
		r.AddAt(n, a-r.At(n))
		return
	}
	r.extend(int(n) + 1)
	r.near[n] = a
}

// Reset makes every amount zero and keeps the memory for a few.
func (r *Row) Reset() {
	r.near = r.near[:0]
	if r.HasFar() {
		r.far.reset()
	}
}

// CopyFrom makes r hold what o does, in memory of its own.
func (r *Row) CopyFrom(o Row) {
	r.near = append(r.near[:0], o.near...)
	if o.HasFar() {
		r.makeFar().copyFrom(o.far)
	} else if r.HasFar() {
		r.far.reset()
	}
}

// Clone returns a copy that shares no memory with r.
func (r Row) Clone() (c Row) {
	c.CopyFrom(r)
	return c
}

// fewNames is what a row has room for at least, since most have an amount of a few
// names, which come one by one.
const fewNames = 4

// extend makes the near part at least length long. Memory
// between its length and capacity may hold anything, hence the clearing.
func (r *Row) extend(length int) {
	have := len(r.near)
	if length <= have {
		return
	}
	if length > cap(r.near) {
		r.near = append(make([]Amount, 0, max(length, 2*have, fewNames)), r.near...)
	}
	r.near = r.near[:length]
	for i := have; i < length; i++ { // one or two, as a rule: less than a call of clear
		r.near[i] = 0
	}
}

func (r *Row) makeFar() *farRow {
	if r.far == nil {
		r.far = new(farRow)
	}
	return r.far
}
