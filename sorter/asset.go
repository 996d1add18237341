package sorter

// asset is the policy Asset.
type asset struct{}

func (asset) Key(u Usage) (first, second float64) { return u.sumOfShares() / u.Weight(), u.Picks() }

// sumOfShares returns the sum of the parts that it has of all resources that count
// for shares. They are added as whole numbers of 2^-56, so that their order, which
// is that in which their names first came up, decides nothing.
func (u Usage) sumOfShares() float64 {
	s := u.keys.sorter
	sum := uint64(0)
	for i, a := range s.alloc.Dense(int(u.node))[:min(s.alloc.Stride(), len(u.keys.divisors))] {
		if divisor := u.keys.divisors[i]; a > 0 && divisor > 0 {
			sum = addPart(sum, a.Float()/divisor)
		}
	}
	if s.alloc.HasSparse(int(u.node)) {
		for n, a := range s.alloc.Row(int(u.node)).Sparse() {
			if total := s.totals.sums.At(n); a > 0 && total > 0 && !s.totals.isExcluded(n) {
				sum = addPart(sum, a.Float()/total.Float())
			}
		}
	}
	return float64(sum) * 0x1p-56
}

// addPart adds a part, which is at least 0, rounded down to 2^-56. The sum stays
// below 2^64: who holds more than 128 of all that there is holds enough.
func addPart(sum uint64, part float64) uint64 {
	return min(sum+uint64(min(part, 128)*0x1p56), 1<<63)
}
