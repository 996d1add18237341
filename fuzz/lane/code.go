package lane

import "github.com/apportion/apportion/internal/steps"

// codeReached knows which places of the code were reached, in a program that is
// built to count them.
type codeReached struct {
	counter steps.Counter
	places  int
}

// grew says whether there are more than when it was last asked.
func (c *codeReached) grew() bool {
	before := c.places
	c.places = 0
	c.each(func(uint64) { c.places++ })
	return c.places > before
}

// each calls f with all places that were reached.
func (c *codeReached) each(f func(place uint64)) {
	c.counter.Each(func(place uint64, _ uint32) { f(place) })
}
