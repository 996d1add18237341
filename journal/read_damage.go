package journal

import "github.com/apportion/apportion/calls"

// damage notes a damage. The replay keeps its allocator until something follows that cannot be
// carried out on it. If the file's description of itself (aboutFrame) is lost, too, what follows
// may be another recording.
func (p *Replay) damage(err error, anew bool) {
	p.Damages = append(p.Damages, err)
	if !p.torn {
		p.reached = p.at
	}
	p.torn, p.anew = true, p.anew || anew
}

// displaced says that what follows in a file is not what comes next: a file before it is missing, or is there twice.
func (p *Replay) displaced(file string, calls uint64) error {
	if calls < p.at {
		return damaged(file, 0, "it goes on at call %d, and call %d has been replayed", calls, p.at-1)
	}
	return damaged(file, 0, "calls %d to %d are missing", p.at, calls-1)
}

// countUnchecked counts the calls that follow a damage, and the cycles among them, as far as they can be read.
func (p *Replay) countUnchecked(x part) {
	if !p.torn {
		return
	}
	last := x.calls
	_ = readCalls(x.content, nil, func(c *call) error {
		last++
		if c.Op() == calls.OpAllocate {
			p.UncheckedCycles++
		}
		return nil
	})
	p.reached = max(p.reached, last)
}

// countUncheckedCalls ends the damage, and counts the calls since then, up to a number that was recorded. It is called
// at the next snapshot or gap, where another recording begins, and at the end of all. If the frame goes on where the
// replay is, there are no such calls.
func (p *Replay) countUncheckedCalls(to uint64) {
	if p.torn && to > p.at {
		p.Unchecked += to - p.at
	}
	p.torn = false
}
