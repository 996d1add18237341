package history

// A Conversion takes resources away and puts others in their place.
type Conversion struct{ Consumed, Converted []Resource }

func (c *Conversion) readShort(s *scanner) {
	c.Consumed = s.resourceWords()
	s.expect(arrow)
	s.blanks()
	c.Converted = s.resourceWords()
}

func (c *Conversion) writeShort(p *printer) {
	for i := range c.Consumed {
		p.resource(&c.Consumed[i])
		p.WriteString(" ")
	}
	p.WriteString(arrow)
	p.resourceWords(c.Converted)
}

// An Operation is an offer operation as the allocator's interface has it.
type Operation struct {
	Type      string     `words:"RESERVE UNRESERVE CREATE DESTROY GROW_VOLUME SHRINK_VOLUME"`
	Resources []Resource `as:"words"`
}

// UpdateAllocation converts resources that were offered to a framework.
type UpdateAllocation struct {
	Framework   string
	Agent       string
	Role        string
	Resources   []Resource   `call:"Offered"`
	Conversions []Conversion `key:"conversions,kept" in:"[; ]"`
}

// UpdateAvailable converts resources of an agent that nobody holds. Operations
// and Conversions say the same.
type UpdateAvailable struct {
	Agent       string
	Operations  []Operation  `key:"operations,kept" in:"[; ]"`
	Conversions []Conversion `key:"conversions,kept" in:"[; ]"`
}
