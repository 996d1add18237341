package policy

// MaxMin is the policy that orders by the weighted share of one resource.
func MaxMin(resource string) Policy { return Policy("max_min:resource=" + resource) }

// maxMin is the policy MaxMin.
type maxMin struct{ resource string }

func (m maxMin) Key(u Usage) (first, second float64) {
	return u.Share(m.resource) / u.Weight(), u.Picks()
}
