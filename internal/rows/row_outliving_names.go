package rows

import "github.com/apportion/apportion/quantities"

// Past is a row that may outlive names: names are forgotten without telling it. It keeps
// Names.Forgotten as of its last update, and drops the amounts of names forgotten since when
// it is next read. The zero value is empty and ready. Every call takes the Names that index
// its row.
type Past struct {
	row  quantities.Row
	asOf uint64 // Names.Forgotten
}

// Row returns the amounts of the names that have not been forgotten. It is a view,
// and changes nothing.
func (p *Past) Row(names *Names) quantities.Row {
	if p.asOf == names.Forgotten() {
		return p.row
	}
	c := Past{p.row.Clone(), p.asOf}
	return *c.Update(names)
}

// Update drops what there was of names that have been forgotten, and returns the row,
// to be changed before the next name is forgotten. Cost: that of reading the row, if
// any name has been forgotten since the last time. Names are forgotten when a call ends, and before a cycle.
func (p *Past) Update(names *Names) *quantities.Row {
	if p.asOf != names.Forgotten() {
		var gone []quantities.Name
		for n := range p.row.All() {
			if names.ForgottenSince(n, p.asOf) {
				gone = append(gone, n)
			}
		}
		for _, n := range gone {
			p.row.Set(n, 0)
		}
		p.asOf = names.Forgotten()
	}
	return &p.row
}

// Begin empties the row and returns it, as Update does.
func (p *Past) Begin(names *Names) *quantities.Row {
	p.row.Reset()
	p.asOf = names.Forgotten()
	return &p.row
}

// IsUpToDate reports whether there is nothing in the row that does not count.
func (p *Past) IsUpToDate(names *Names) bool { return p.asOf == names.Forgotten() }
