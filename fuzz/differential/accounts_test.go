package differential

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/fuzz/accounts"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// told are accounts that were told a history.
func told(t *testing.T, lines ...string) *accounts.Accounts {
	var ops []history.Op
	for _, line := range lines {
		op, err := history.ParseShort(line)
		require.NoError(t, err)
		ops = append(ops, op)
	}
	read, err := sequence.Read(sequence.Setup{Every: 1}, ops)
	require.NoError(t, err)
	b := accounts.New(read.Cast)
	for i := range read.Calls {
		b.Learn(&read.Calls[i])
	}
	return b
}

// What is held of an agent can be told again once nothing is: witnesses notice it again.
func TestWitnessesNoticeAgain(t *testing.T) {
	used := []string{"initialize x", "framework f1 roles=a", "framework f2 roles=a", "agent a1 cpus:8 used=[f1 a cpus:1; f2 a cpus:1]"}
	require.False(t, told(t, used...).Agents[0].Blurred())
	one := append(used, "remove-framework f1")
	require.True(t, told(t, one...).Agents[0].Blurred())
	require.False(t, told(t, append(one, "remove-framework f2")...).Agents[0].Blurred())
}

// An agent is overdrawn that has become smaller than what is held of it, however often it is asked
// about.
func TestOverdrawnAgentsAreNoticed(t *testing.T) {
	used := []string{"initialize x", "framework f1 roles=a", "agent a1 cpus:3 used=[f1 a cpus:2]"}
	for line, overdrawn := range map[string]bool{"update-agent a1 total=[cpus:1]": true, "update-agent a1 total=[cpus:2]": false} {
		b := told(t, append(used, line)...)
		for range 2 {
			require.Equal(t, overdrawn, b.Overdrawn(&b.Agents[0]), line)
		}
	}
}

// What is noticed says where, by the names that there are.
func TestWhatIsNoticedSaysWhere(t *testing.T) {
	m := match{cast: told(t, "initialize x", "framework f1 roles=a", "agent a1").Cast}
	require.Equal(t, "f1, role a, agent a1", m.place(accounts.Place{}))
	after := uint32(len(m.cast.Roles))
	require.Equal(t, "none, role none, agent none", m.place(accounts.Place{Framework: 1, Role: after, Agent: 1}))
	require.Equal(t, "none, role none, agent none", m.place(accounts.Place{Framework: sequence.None, Role: sequence.None, Agent: sequence.None}))
}

// What costs much is asked when it is due.
func TestWitnessesNoticeWhatIsDue(t *testing.T) {
	b := told(t, "initialize x")
	for check, pace := range map[string]Pace{"memory": {Memory: 7}, "state": {State: 7}} {
		m := newMatch(b.Cast, b, pace, nil, 1)
		m.start()
		m.state(func(every int) bool { return every == 7 })
		require.Equal(t, check, m.check)
	}
}
