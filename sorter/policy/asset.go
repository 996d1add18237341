package policy

// asset is the policy Asset.
type asset struct{}

func (asset) Key(u Usage) (first, second float64) { return u.SumOfShares() / u.Weight(), u.Picks() }
