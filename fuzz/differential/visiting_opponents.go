package differential

// visits are when the opponents of a history are there: from a call on, for so many,
// and again every so many. If they stay for 0, they do until the end, and if every is 0,
// they come once.
type visits struct{ from, stay, every int }

func (v visits) begin(call int) bool { return v.since(call) == 0 }

func (v visits) end(call int) bool { return v.stay > 0 && v.since(call) == v.stay }

// since is how many calls there were since they came last, or would have; below 0 if
// they have yet to come.
func (v visits) since(call int) int {
	since := call - v.from
	if v.every > 0 && since > 0 {
		since %= v.every
	}
	return since
}

// A visitor is an opponent that can come in while a history is under way.
type visitor interface {
	opponent
	// join goes on where the subject is, from a snapshot of it.
	join(s *subject)
}

// visit has opponents come, or go, if that is due.
func (m *match) visit() {
	switch {
	case m.Calls == 0:
		return
	case m.visits.begin(m.Calls), m.due(m.pace.Join):
		m.join()
	case m.visits.end(m.Calls):
		m.opponentStates()
		m.playing = nil
	}
}

// join has the opponents come in that can.
func (m *match) join() {
	m.check = "join"
	m.playing = m.opponents
	m.each(func(o opponent) {
		if o, ok := o.(visitor); ok {
			o.join(m.subject)
		}
	})
}
