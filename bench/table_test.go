package bench

import (
	"testing"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/tested"
)

// line is a line of the table as a benchmark: one operation is the whole of
// what the line says. Lines describes them.
type line struct {
	name string
	run  func(*testing.B, alloc.Options)
}

var tableLines = []line{
	{"full_1k", full(50_000, 1_000)},
	{"full_6k", full(50_000, 6_000)},
	{"full_1k_used", fullUsed(50_000, 1_000)},
	{"full_6k_used", fullUsed(50_000, 6_000)},
	{"full_1k_lent", fullLent},
	{"recall_10k", recall(10_000)},
	{"lent_in_vain", lentInVain},
	{"recall_in_vain", recallInVain},
	{"idle", idleSuppressed},
	{"idle_full", idleFull},
	{"idle_unchanged", idleUnchanged},
	{"declined_unchanged", declinedUnchanged},
	{"declined_changed", func(b *testing.B, o alloc.Options) { declinedChanged(b, o, 50_000, 1_000) }},
	{"labels", labelled},
	{"add_agents", addAgents(50_000, addAll)},
	{"add_agents_each", addAgents(50_000, addEach)},
	{"revives", revives},
	{"quota", quota(quotaRoles)},
	{"quota_mixed", quotaMixed(2_500, 500)},
	{"quota_idle", quotaIdle},
	{"headroom", headroom(16_000, false)},
	{"headroom_changed", headroom(16_000, true)},
	{"limits_reserved", limitsReserved(false)},
	{"limits_reserved_changed", limitsReserved(true)},
	{"add_frameworks", addFrameworks},
	{"add_agents_quota", addAgentsQuota(addAll)},
	{"add_agents_quota_each", addAgentsQuota(addEach)},
	{"reserve", reserve},
	{"decline_50k", operations(answered, declines)},
	{"launch_50k", operations(answered, launches)},
	{"finish_50k", operations(answered, finishes)},
	{"end_50k", ends(answered, time.Microsecond)},
	{"end_50k_same", ends(answered, 0)},
	{"metrics", metrics},
	{"explain", explainFree},
	{"explain_held", explainHeld},
	{"explain_declined", explainDeclined},
	{"explain_limits", explainLimits},
	{"explain_roles", allRolesExplained("", 50_000, 1_000, newRoles)},
	{"snapshot", snapshot},
	{"restore", restore},
	{"snapshot_declined", snapshotDeclined},
	{"recorded_calls", recordedCalls},
	{"recorded_cycle", recordedCycle},
	{"record_on", recordOn},
	{"replay", replayMillion},
	{"million", full(1_000_000, 10_000)},
	{"memory", memory},
}

// BenchmarkTable measures the lines of the table.
func BenchmarkTable(b *testing.B) {
	runLines(b, tableLines, alloc.Options{})
}

// BenchmarkResort measures lines with a sorter that computes and sorts all
// shares anew for each agent: the naive allocator otherwise like this one.
func BenchmarkResort(b *testing.B) {
	runLines(b, []line{
		{"full_1k", full(50_000, 1_000)},
		{"add_agents_each", addAgents(50_000, addEach)},
		{"quota", quota(quotaRoles)},
		{"add_frameworks", addFrameworks},
	}, tested.With(alloc.Options{}, tested.Options{Resort: true}))
}

func runLines(b *testing.B, lines []line, options alloc.Options) {
	for _, l := range lines {
		b.Run(l.name, func(b *testing.B) {
			b.ReportAllocs()
			l.run(b, options)
		})
	}
	forget()
}

// offers checks how many offers a world's last cycle made.
func offers(b *testing.B, w *World, want int) {
	b.Helper()
	if got := len(w.Cycle.Offers); got != want {
		b.Fatalf("%d offers, not %d", got, want)
	}
}
