package quantities

// PastRow is a Row that may outlive names: names are forgotten without telling it. It keeps
// Names.Forgotten as of its last update, and drops the amounts of names forgotten since when
// it is next read. The zero value is empty and ready. Every call takes the Names that index
// its row.
type PastRow struct {
	row  Row
	asOf uint64 // Names.Forgotten
}

// Row returns the amounts of the names that have not been forgotten. It is a view,
// and changes nothing.
func (p *PastRow) Row(names *Names) Row {
	if p.asOf == names.Forgotten() {
		return p.row
	}
	c := PastRow{p.row.Clone(), p.asOf}
	return *c.Update(names)
}

// Update drops what there was of names that have been forgotten, and returns the row,
// to be changed before the next name is forgotten. Cost: that of reading the row, if
// any name has been forgotten since the last time.
func (p *PastRow) Update(names *Names) *Row {
	if p.asOf != names.Forgotten() {
		var gone []Name
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
func (p *PastRow) Begin(names *Names) *Row {
	p.row.Reset()
	p.asOf = names.Forgotten()
	return &p.row
}

// IsUpToDate reports whether there is nothing in the row that does not count.
func (p *PastRow) IsUpToDate(names *Names) bool { return p.asOf == names.Forgotten() }
