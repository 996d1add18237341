package quantities

import (
	"math"

	"github.com/apportion/apportion/internal/wire"
)

// Persist is of the names: what has each index, or had it last. Who refers to a name is for those to
// say; then NoteUnused. Those to whom someone refers before names are read must have the same indices
// there.
func (n *Names) Persist(c *wire.Codec) {
	before := n.entries
	if c.Reads() {
		*n = Names{}
	}
	n.init()
	n.numbers.Persist(c)
	for i := range n.numbers.Slots() {
		c.Record()
		if c.Failed() {
			return
		}
		if c.Reads() {
			n.entries = append(n.entries, nameEntry{})
		}
		e := &n.entries[i]
		wire.Word(c, &e.text)
		if c.Reads() && !c.Failed() {
			n.enter(c, Name(i), e.text)
		}
	}
	if c.Reads() {
		n.keepRefs(c, before)
	}
}

// enter enters a name that was read, unless it was forgotten.
func (n *Names) enter(c *wire.Codec, i Name, text string) {
	_, again := n.index[text]
	isKnown := n.numbers.InUse(uint32(i))
	if text == "" || isKnown && again {
		c.Fail("resource name %q is none, or there twice", text)
	}
	if isKnown {
		n.index[text] = i
	}
}

// keepRefs takes over how many refer to names that were there before others were read.
func (n *Names) keepRefs(c *wire.Codec, before []nameEntry) {
	for i, e := range before {
		if e.refs == 0 {
			continue
		}
		if i >= len(n.entries) || n.entries[i].text != e.text || !n.numbers.InUse(uint32(i)) {
			c.Fail("resource name %q is not number %d", e.text, i)
			return
		}
		n.entries[i].refs = e.refs
	}
}

// NoteUnused notes which names nobody refers to, once all have been read who do.
func (n *Names) NoteUnused() {
	for i := range n.entries {
		if n.numbers.InUse(uint32(i)) {
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
