package order

// extra is what only some policies need of a node. freeNode ends it.
type extra struct {
	rank    float64 // under Ranked
	blocked bool    // under HDRF: SetBlocked has said so of a leaf

	// Under Decayed, what was held on average, and up to when, as Totals.SetNow tells the time.
	mean  remembered[decayedAmount]
	since int64

	lifetime *lifetime // nil unless some rule is a Timed ordering
}

// extraOf returns the extra of n, and makes room for it.
func (t *tree) extraOf(n node) *extra {
	for len(t.extras) <= int(n) {
		t.extras = append(t.extras, extra{})
	}
	return &t.extras[n]
}

// noExtra is what there is of nodes for which no room was made.
var noExtra extra

// readExtra returns the extra of n, to be read only.
func (t *tree) readExtra(n node) *extra {
	if int(n) < len(t.extras) {
		return &t.extras[n]
	}
	return &noExtra
}
