package schedule

import "github.com/apportion/apportion/core/alloc"

// AdvanceTo moves the time forward, and reports whether it did. If a host's clock is set
// back, the allocator's stands still, as it does for a time that cannot be told. The caller
// then tells the sorters (advanceClock in core). AdvanceTo ends nothing that is due.
func (s *Schedule) AdvanceTo(now alloc.Time) bool {
	if now <= s.Now || now > alloc.LastTime {
		return false
	}
	s.Now = now
	return true
}
