package quantities

import (
	"math"

	"github.com/apportion/apportion/internal/wire"
)

// Persist is of the names: what has each index, how many names had it before, and which are vacant.
// Who refers to a name is for those to say; then NoteUnused. Those to whom someone refers before
// names are read must have the same indices there.
func (n *Names) Persist(c *wire.Codec) {
	before := n.entries
	if c.Reads() {
		*n = Names{index: map[string]Name{}}
	}
	for i := range c.Records(len(n.entries)) {
		if c.Reads() {
			if i >= MaxNames {
				c.Fail("more than %d names", MaxNames)
				return
			}
			n.entries = append(n.entries, nameEntry{})
		}
		e := &n.entries[i]
		wire.Word(c, &e.text)
		wire.Uint(c, &e.round)
		c.Bool(&e.known)
		_, again := n.index[e.text]
		switch {
		case !c.Reads() || c.Failed():
		case e.text == "" || e.known && again:
			c.Fail("resource name %q is none, or there twice", e.text)
		case e.known:
			n.index[e.text] = Name(i)
		}
	}
	if c.Reads() {
		n.keepRefs(c, before)
	}
	var listed NameSet
	wire.List(c, &n.vacant, "vacant names", func(i *Name) {
		wire.Below(c, i, uint64(len(n.entries)), "resource name")
		if c.Reads() && !c.Failed() && (listed.Has(*i) || n.entries[*i].known) {
			c.Fail("resource name %d is vacant twice, or known", *i)
		}
		listed.Set(*i)
	})
	if c.Reads() && len(n.vacant)+len(n.index) != len(n.entries) {
		c.Fail("%d resource names are vacant, not %d", len(n.vacant), len(n.entries)-len(n.index))
	}
}

// keepRefs takes over how many refer to names that were there before others were read.
func (n *Names) keepRefs(c *wire.Codec, before []nameEntry) {
	for i, e := range before {
		if e.refs == 0 {
			continue
		}
		if i >= len(n.entries) || n.entries[i].text != e.text || !n.entries[i].known {
			c.Fail("resource name %q is not number %d", e.text, i)
			return
		}
		n.entries[i].refs = e.refs
	}
}

// NoteUnused notes which names nobody refers to, once all have been read who do.
func (n *Names) NoteUnused() {
	for i := range n.entries {
		if n.entries[i].known {
			n.check(Name(i))
		}
	}
}

// Persist is of the amounts of a row, which are above zero, of names in known.
func (r *Row) Persist(c *wire.Codec, known *Names) {
	var names []Name
	for name := range r.All() {
		names = append(names, name)
	}
	for i := range c.Each(len(names), "amounts") {
		var name Name
		var q Amount
		if !c.Reads() {
			name = names[i]
			q = r.At(name)
		}
		wire.Below(c, &name, uint64(known.Indices()), "resource name")
		wire.Below(c, &q, math.MaxInt64+1, "amount")
		if !c.Reads() || c.Failed() {
			continue
		}
		if q == 0 || r.At(name) != 0 {
			c.Fail("an amount of %s is none, or the second", known.String(name))
			return
		}
		r.Set(name, q)
	}
}
