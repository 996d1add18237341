package api

// Digest hashes all offers with their resources, and the inverse offers: a change of a
// single number changes it. It is a part of what recordings consist of, and so does not
// change (docs/journal.md says how it is made).
func (c *Cycle) Digest() uint64 {
	d := NewOfferDigest()
	for i := range c.Offers {
		o := &c.Offers[i]
		d.Offer(o, c.ResourcesOf(o))
	}
	for i := range c.InverseOffers {
		d.InverseOffer(&c.InverseOffers[i])
	}
	return d.Sum()
}
