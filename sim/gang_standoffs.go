package sim

import "github.com/apportion/apportion/sim/results"

// noteStandoff records whether other frameworks hold what fw lacks for its first gang: they may all wait for
// each other for ever. It is called when fw loses patience, before fw declines what it holds. It changes nothing
// but the record.
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
			s.record.Standoffs = append(s.record.Standoffs, results.Standoff{At: s.now, Who: fw.plan.Name, Other: other.plan.Name})
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
