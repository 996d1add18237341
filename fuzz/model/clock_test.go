package model

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const nothing = "nothing"

func TestAllocationsComeAtMultiplesOfTheInterval(t *testing.T) {
	m := started(t, `
		initialize t interval=1.5
		framework f roles=r caps=MULTI_ROLE
		agent a cpus:4 caps=MULTI_ROLE
		recover f a r cpus:4`)
	require.Equal(t, nothing, play(t, m, "advance 1"))
	require.Equal(t, "offer f r a [cpus:4]", play(t, m, "advance 0.5"))
	play(t, m, "recover f a r cpus:4")
	require.Equal(t, nothing, play(t, m, "advance 1.25"))
	require.Equal(t, "offer f r a [cpus:4]", play(t, m, "advance 0.25"))
}

func TestAShortFilterStillHoldsInTheAllocationAtItsEnd(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r caps=MULTI_ROLE
		agent a cpus:4 caps=MULTI_ROLE
		recover f a r cpus:4 refuse=2`)
	require.Equal(t, nothing, play(t, m, "advance 1.5"))
	require.Equal(t, "offer f r a [cpus:4]", play(t, m, "advance 0.5"), "a long one does not")
	play(t, m, "recover f a r cpus:4 refuse=0.5")
	require.Equal(t, nothing, play(t, m, "advance 1"), "it lasts at least as long as the interval")
	require.Equal(t, "offer f r a [cpus:4]", play(t, m, "advance 1"))
	play(t, m, "recover f a r cpus:4 refuse=-3")
	require.Equal(t, nothing, play(t, m, "advance 4"), "the default")
	require.Equal(t, "offer f r a [cpus:4]", play(t, m, "advance 1"))
	play(t, m, "recover f a r cpus:4 refuse=1e300")
	require.Equal(t, nothing, play(t, m, "advance 300"))
	require.Equal(t, longestRefusal, m.state.frameworks["f"].refusals["r"]["a"][0].endNanos-9*second)
	play(t, m, "revive f")
	play(t, m, "recover f a r cpus:4 refuse=1e-10")
	require.Equal(t, "offer f r a [cpus:4]", play(t, m, "advance 1"), "no time at all")
}

func TestAFilterCoversParts(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r caps=MULTI_ROLE
		agent a cpus:4 mem:4 caps=MULTI_ROLE
		recover f a r cpus:2 mem:1
		advance 1
		recover f a r cpus:4 mem:3 refuse=100`)
	require.Equal(t, nothing, play(t, m, "advance 1"))
	require.Equal(t, "offer f r a [cpus:4 mem:4]", play(t, m, "recover f a r mem:1\nadvance 1"))
}

func TestADeclineEndsBeforeTheAllocation(t *testing.T) {
	m := started(t, `
		initialize t
		framework f roles=r caps=MULTI_ROLE
		agent a cpus:4 caps=MULTI_ROLE down=1000
		inverse f a status=DECLINE refuse=2`)
	require.Equal(t, nothing, play(t, m, "advance 1.5"))
	require.Equal(t, "inverse offer f a 1000", play(t, m, "advance 0.5"))
	require.Equal(t, "statuses of a f DECLINE", play(t, m, "statuses"))
	play(t, m, "inverse f a status=ACCEPT refuse=100\ninverse f a status=DECLINE")
	require.Equal(t, "statuses of a f ACCEPT", play(t, m, "statuses"), "the second answer is to no offer")
	require.Equal(t, nothing, play(t, m, "advance 1"))
	play(t, m, "update-framework f roles=r caps=MULTI_ROLE")
	require.Equal(t, "inverse offer f a 1000", play(t, m, "advance 1"), "an update forgets what was declined")
	play(t, m, "inverse f a refuse=100")
	require.Equal(t, "inverse offer f a 2000", play(t, m, "unavailability a down=2000:5"))
	play(t, m, "unavailability a")
	require.Equal(t, nothing, play(t, m, "statuses"))
}

func TestAnswersOfFrameworksThatAreGone(t *testing.T) {
	m := started(t, `
		initialize t
		framework living roles=r caps=MULTI_ROLE
		agent a cpus:4 caps=MULTI_ROLE down=1000
		inverse living a status=ACCEPT
		recover living a r cpus:4
		deactivate-framework living`)
	heard := func() int { return strings.Count(play(t, m, "statuses"), "CLINE") }
	for i := range 65 {
		require.Equal(t, i, heard())
		play(t, m, fmt.Sprintf("framework f%d roles=r caps=MULTI_ROLE\nadvance 1\ninverse f%[1]d a status=DECLINE\nremove-framework f%[1]d", i))
	}
	require.Equal(t, "statuses of a living ACCEPT", play(t, m, "statuses"))
}

func TestARecoveryEnds(t *testing.T) {
	const before = `
		initialize t recovery-factor=0.5 recovery-timeout=2.5
		recovery 4 quotas=[q {cpus:1} {}]
		framework f roles=r caps=MULTI_ROLE`
	m := started(t, before)
	require.Equal(t, nothing, play(t, m, "agent a cpus:4 caps=MULTI_ROLE"))
	require.Equal(t, nothing, play(t, m, "advance 2"))
	require.Equal(t, "offer f r b [cpus:2]", play(t, m, "agent b cpus:2 caps=MULTI_ROLE"), "half of the agents are back")
	require.Equal(t, "offer f r a [cpus:3]", play(t, m, "advance 1"), "but for the guarantee")

	m = started(t, before)
	play(t, m, "agent a cpus:4 caps=MULTI_ROLE")
	require.Equal(t, "offer f r a [cpus:3]", play(t, m, "advance 3"), "the time is up")
}

func TestWhatARecoveryLeavesBehind(t *testing.T) {
	const before = `
		initialize t recovery-factor=1 recovery-timeout=2.5
		framework f roles=r caps=MULTI_ROLE
		recovery 1 quotas=[q {} {cpus:1}]
		agent a cpus:1 caps=MULTI_ROLE`
	m := started(t, before)
	play(t, m, "recover f a r cpus:1\npause")
	require.Equal(t, nothing, play(t, m, "advance 2"))
	require.Equal(t, "offer f r a [cpus:1]", play(t, m, "advance 1"), "the timeout ends any pause")

	m = started(t, before)
	play(t, m, "pause")
	_, err := m.Apply(operation(t, "agent b cpus:1"))
	require.ErrorContains(t, err, "paused, but not in recovery")

	m = started(t, `
		initialize t recovery-factor=1 recovery-timeout=2.5
		framework f roles=r caps=MULTI_ROLE
		recovery 1 quotas=[q {} {cpus:1}]
		advance 3
		pause`)
	require.Equal(t, "offer f r a [cpus:1]", play(t, m, "agent a cpus:1 caps=MULTI_ROLE"), "the number outlives the timeout")
	require.Equal(t, nothing, play(t, m, "recover f a r cpus:1\npause\nadvance 5"))

	m = started(t, `
		initialize t recovery-factor=1 recovery-timeout=0
		framework f roles=r caps=MULTI_ROLE
		recovery 5 quotas=[q {} {cpus:1}]
		pause
		advance 1`)
	require.Equal(t, nothing, play(t, m, "agent a cpus:1 caps=MULTI_ROLE"), "a timeout of 0 ends no later pause")

	m = started(t, "initialize t\nrecovery 7\nframework f roles=r caps=MULTI_ROLE")
	require.Equal(t, "offer f r a [cpus:1]", play(t, m, "agent a cpus:1 caps=MULTI_ROLE"), "nothing to recover without quotas")
}
