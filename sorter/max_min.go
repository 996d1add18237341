package sorter

// maxMin is the policy MaxMin.
type maxMin struct{ resource string }

func makeMaxMin(p Parameters) (rule, error) {
	resource, err := p.Text("resource")
	return rule{method: byKey, ordering: maxMin{resource}}, err
}

func (m maxMin) Key(u Usage) (first, second float64) {
	return u.Share(m.resource) / u.Weight(), u.Picks()
}
