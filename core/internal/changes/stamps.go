package changes

import "github.com/apportion/apportion/internal/container"

// Tick counts cycles. What happens between cycles n and n+1 has tick n+1, and what happens in
// cycle n has tick n. Tick 0 is before everything.
type Tick uint64

// Never is after everything.
const Never = ^Tick(0)

// Stamps say when each of some things last changed.
//
// Invariant: no stamp is newer than latest.
type Stamps[Slot container.Number] struct {
	at     []Tick // 0 beyond its end
	latest Tick
}

// At returns the stamp of a thing.
func (s *Stamps[Slot]) At(slot Slot) Tick {
	if int(slot) < len(s.at) {
		return s.at[slot]
	}
	return 0
}

// Latest returns the newest of all stamps.
func (s *Stamps[Slot]) Latest() Tick { return s.latest }

// raise stamps a thing.
func (s *Stamps[Slot]) raise(slot Slot, now Tick) {
	for int(slot) >= len(s.at) {
		s.at = append(s.at, 0)
	}
	s.at[slot] = now
	s.latest = now
}
