package bench

import (
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
)

// BenchmarkReviveMaintained is a framework that suppresses and revives while
// maintenance is planned for all agents, and has refused no inverse offer.
func BenchmarkReviveMaintained(b *testing.B) {
	w := NewWorld(alloc.Options{})
	w.AddRoles(1)
	w.AddFrameworks(2)
	w.AddAgents(10_000, w.AgentResources())
	for _, id := range w.Agents {
		check(w.UpdateUnavailability(id, &alloc.Unavailability{Start: w.Now.Add(time.Hour), Duration: time.Hour}))
	}
	for b.Loop() {
		check(w.SuppressOffers(w.Frameworks[0], nil))
		check(w.ReviveOffers(w.Frameworks[0], nil))
	}
}
