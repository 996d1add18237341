package quantities

// Row holds one amount for each [Name], by index. Entries beyond its end read
// as zero, so that rows made before a name was seen stay valid. Methods on a
// *Row extend it as far as needed and keep its capacity.
type Row []Amount

// At returns the amount of n.
func (r Row) At(n Name) Amount {
	if int(n) >= len(r) {
		return 0
	}
	return r[n]
}

// IsZero reports whether every amount is zero.
func (r Row) IsZero() bool {
	for _, a := range r {
		if a != 0 {
			return false
		}
	}
	return true
}

// Contains reports whether r has at least as much as o of every name.
func (r Row) Contains(o Row) bool {
	common := min(len(r), len(o))
	for i, a := range o[:common] {
		if r[i] < a {
			return false
		}
	}
	for _, a := range o[common:] {
		if a > 0 {
			return false
		}
	}
	for _, a := range r[common:] {
		if a < 0 {
			return false
		}
	}
	return true
}

// Equal reports whether r and o hold the same amount of every name.
func (r Row) Equal(o Row) bool {
	common := min(len(r), len(o))
	for i, a := range o[:common] {
		if r[i] != a {
			return false
		}
	}
	return r[common:].IsZero() && o[common:].IsZero()
}

// Add adds o to r, name by name.
func (r *Row) Add(o Row) {
	r.extend(len(o))
	for i, a := range (*r)[:len(o)] {
		(*r)[i] = a + o[i]
	}
}

// AddCapped adds o to r, name by name, up to MaxSum; o has no negative amount.
func (r *Row) AddCapped(o Row) {
	r.extend(len(o))
	for i, a := range o {
		(*r)[i] = min((*r)[i], MaxSum-a) + a
	}
}

// Sub subtracts o from r, name by name; amounts may become negative.
func (r *Row) Sub(o Row) {
	r.extend(len(o))
	for i, a := range o {
		(*r)[i] -= a
	}
}

// SubFloor subtracts o from r, name by name, and stops at zero: what Mesos's
// ResourceQuantities do in operator-=. An amount of r that is negative already
// becomes zero if o names it.
func (r *Row) SubFloor(o Row) {
	for i, a := range o[:min(len(o), len(*r))] {
		if a != 0 {
			(*r)[i] = max((*r)[i]-a, 0)
		}
	}
}

// AddAt adds a to the amount of n.
func (r *Row) AddAt(n Name, a Amount) {
	if int(n) >= len(*r) {
		r.extend(int(n) + 1)
	}
	(*r)[n] += a
}

// Set makes a the amount of n.
func (r *Row) Set(n Name, a Amount) {
	r.extend(int(n) + 1)
	(*r)[n] = a
}

// Reset makes every amount zero, in place.
func (r Row) Reset() { clear(r) }

// Clone returns a copy that shares no memory with r.
func (r Row) Clone() Row { return append(Row(nil), r...) }

// extend makes r at least length long. What lies between its length and its
// capacity may be anything, hence the clearing.
func (r *Row) extend(length int) {
	have := len(*r)
	if length <= have {
		return
	}
	if length > cap(*r) {
		*r = append(*r, make(Row, length-have)...)
		return
	}
	*r = (*r)[:length]
	clear((*r)[have:])
}
