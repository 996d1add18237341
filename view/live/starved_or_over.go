package live

import "github.com/apportion/apportion/core/alloc"

// Share is which part of the cluster somebody holds, and which would be fair (docs/standing.md): of one resource, or of
// the dominant one of those that count for shares, of which it holds the largest part.
type Share struct {
	Resource int // index in State.Names of the dominant one; Dominant if there is none
	alloc.Share
}

// A share that differs by less is fair: of the cluster, and of the fair share.
const (
	leastDifference = 0.0005
	leastPart       = 0.02
)

func (s Share) differs(by float64) bool { return by > leastDifference && by > leastPart*s.Fair }

// Starved returns how much others hold of the fair share of one who asks, 0 if they hold nothing of it.
func (s Share) Starved() float64 {
	if by := s.Share.Starved(); s.differs(by) {
		return by
	}
	return 0
}

// Over returns how much is held beyond the fair share, 0 if nothing is.
func (s Share) Over() float64 {
	if by := s.Share.Over(); s.differs(by) {
		return by
	}
	return 0
}
