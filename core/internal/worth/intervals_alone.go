package worth

// intervalsAlone is whether ranges and sets alone are worth an offer to nobody: every minimum
// asks for something besides. It is found once a cycle.
type intervalsAlone struct {
	*state
	asked, inVain bool
}

func (x *intervalsAlone) areInVain() bool {
	if !x.asked {
		x.asked = true
		x.inVain = x.frameworks.Minima.NeedMoreThan(x.kinds.IntervalNames())
	}
	return x.inVain
}
