package rows

import (
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/quantities"
)

// Persist is of the names: what has each index, or had it last. Who refers to a name is for those to
// say. Those to whom someone refers before names are read must have the same indices
// there.
func (n *Names) Persist(c *wire.Codec) {
	before := *n
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
			n.enter(c, quantities.Name(i), e.text)
		}
	}
	if c.Reads() {
		n.keepRefs(c, before)
	}
}

// enter enters a name that was read, unless it was forgotten.
func (n *Names) enter(c *wire.Codec, i quantities.Name, text string) {
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
func (n *Names) keepRefs(c *wire.Codec, before Names) {
	for text, i := range before.index {
		for range before.numbers.Refs(uint32(i)) {
			if now, known := n.Lookup(text); !known || now != i {
				c.Fail("resource name %q is not number %d", text, i)
				return
			}
			n.Ref(i)
		}
	}
}
