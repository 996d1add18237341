package quantities

import (
	"math"

	"github.com/apportion/apportion/internal/wire"
)

// Save writes the names: what has each index, how many names had it before, which
// indices are vacant and which names are to be looked at. Who refers to them is for
// those to say. done is called after each name.
func (n *Names) Save(w *wire.Writer, done func()) {
	w.Uint(uint64(len(n.entries)))
	for i := range n.entries {
		e := &n.entries[i]
		w.Text(e.text)
		w.Uint(uint64(e.round))
		w.Bool(e.known)
		done()
	}
	for _, list := range [][]Name{n.vacant, n.idle} {
		w.Uint(uint64(len(list)))
		for _, i := range list {
			w.Uint(uint64(i))
		}
	}
}

// Load reads what Save wrote. Those to whom someone refers already must have the same
// indices there. more is called before each name.
func (n *Names) Load(r *wire.Reader, more func()) {
	before := n.entries
	*n = Names{index: map[string]Name{}}
	for i := range r.Below(MaxNames+1, "names") {
		more()
		e := nameEntry{text: r.Word(), round: uint16(r.Below(1<<16, "round")), known: r.Bool()}
		_, again := n.index[e.text]
		switch {
		case r.Err() != nil:
			return
		case e.text == "" || e.known && again:
			r.Fail("resource name %q is none, or there twice", e.text)
			return
		case e.known:
			n.index[e.text] = Name(i)
		}
		n.entries = append(n.entries, e)
	}
	for i, e := range before {
		if e.refs == 0 {
			continue
		}
		if i >= len(n.entries) || n.entries[i].text != e.text || !n.entries[i].known {
			r.Fail("resource name %q is not number %d", e.text, i)
			return
		}
		n.entries[i].refs = e.refs
	}
	n.vacant, n.idle = n.loadList(r, false), n.loadList(r, true)
	if r.Err() == nil && len(n.vacant)+len(n.index) != len(n.entries) {
		r.Fail("%d resource names are vacant, not %d", len(n.vacant), len(n.entries)-len(n.index))
	}
	for _, i := range n.idle {
		n.entries[i].idle = true
	}
}

// loadList reads indices of names that are known, or that are not.
func (n *Names) loadList(r *wire.Reader, known bool) (list []Name) {
	var seen NameSet
	for range r.Below(uint64(len(n.entries))+1, "list of names") {
		i := Name(r.Below(uint64(len(n.entries)), "resource name"))
		if r.Err() == nil && (seen.Has(i) || n.entries[i].known != known) {
			r.Fail("resource name %d is listed twice, or in the wrong list", i)
		}
		if r.Err() != nil {
			return nil
		}
		seen.Set(i)
		list = append(list, i)
	}
	return list
}

// Save writes the amounts of a row.
func (r Row) Save(w *wire.Writer) {
	count := 0
	for range r.All() {
		count++
	}
	w.Uint(uint64(count))
	for n, q := range r.All() {
		w.Uint(uint64(n))
		w.Uint(uint64(q))
	}
}

// LoadRow reads amounts that are above zero.
func (n *Names) LoadRow(r *wire.Reader) (row Row) {
	for range r.Count("amounts") {
		name := Name(r.Below(uint64(n.Indices()), "resource name"))
		q := r.Uint()
		if r.Err() == nil && (q == 0 || q > math.MaxInt64 || row.At(name) != 0) {
			r.Fail("an amount of %s is none, or the second", n.String(name))
		}
		if r.Err() != nil {
			return row
		}
		row.Set(name, Amount(q))
	}
	return row
}
