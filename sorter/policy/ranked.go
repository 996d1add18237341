package policy

// ranked is the policy Ranked.
type ranked struct{}

func (ranked) Key(u Usage) (first, second float64) {
	return u.Rank(), u.DominantShare() / u.Weight()
}
