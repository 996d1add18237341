package sim

import (
	"fmt"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/report"
)

// standoff is that a framework's patience for a gang has ended, and that its gang had fitted
// on its offers and those that others held for gangs of their own.
type standoff struct {
	at         alloc.Time
	who, other string
}

// noteStandoff takes down if others hold what a framework lacks for its first gang: all of
// them may wait for each other for ever.
func (s *simulation) noteStandoff(fw *framework) {
	size, gang := fw.firstGang()
	held := s.heldForGangs(fw, nil)
	if gang == 0 || s.fitsGang(held, size, gang) {
		return
	}
	for i := range s.frameworks {
		other := &s.frameworks[i]
		if other == fw || len(other.gathered) == 0 {
			continue
		}
		held = s.heldForGangs(other, held)
		if s.fitsGang(held, size, gang) {
			s.record.standoffs = append(s.record.standoffs, standoff{s.now, fw.plan.Name, other.plan.Name})
			return
		}
	}
}

// heldForGangs appends the offers that a framework holds for gangs.
func (s *simulation) heldForGangs(fw *framework, held []remainder) []remainder {
	for _, ref := range fw.gathered {
		if o := s.offerAt(ref); o != nil {
			held = append(held, s.remainderOf(o))
		}
	}
	return held
}

// firstGang is the size of the tasks of the gang that waits first, and how many there are.
func (fw *framework) firstGang() (size int32, gang int) {
	for i := range fw.groups {
		if g := &fw.groups[i]; g.plan.Gang > 1 && len(g.queue) > 0 {
			return g.classes[g.queue[0]].size, g.plan.Gang
		}
	}
	return 0, 0
}

// standoffsIn counts those of a span, up to and with what happens at its end.
func (r *Run) standoffsIn(sp *span) float64 {
	n := 0.0
	for _, x := range r.record.standoffs {
		if at := time.Duration(x.at); at > sp.query.From && at <= sp.query.Until {
			n++
		}
	}
	return n
}

// standoffFacts say who waited for each other, if anybody did.
func (r *Run) standoffFacts() []report.Fact {
	list := r.record.standoffs
	if len(list) == 0 {
		return nil
	}
	first := list[0]
	text := fmt.Sprintf("%s times patience for a gang ended while others held the rest: first %s with what %s held, after %v",
		report.Count(len(list)), first.who, first.other, time.Duration(first.at))
	return []report.Fact{{Name: "gangs in each other's way", Value: text}}
}
