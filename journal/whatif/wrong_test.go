package whatif

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

func anyPolicy(text string) (Change, error) { return Policy(text, alloc.ScopeAll) }

// What cannot be read is refused at once.
func TestWhatCannotBeRead(t *testing.T) {
	for _, c := range []struct {
		read       func(string) (Change, error)
		text, want string
	}{
		{Weight, "2", `"2" names no role; want ROLE=X`},
		{Weight, "web=heavy", `"heavy" is no weight`},
		{Quota, "web", `"web" names no role`},
		{Quota, "web=cpus:4", `"cpus:4" has no guarantee and no limit; want ROLE=RESOURCE:GUARANTEE..LIMIT`},
		{Quota, "web=cpus:..", `"cpus:.." has no guarantee`},
		{Quota, "web=cpus:-1..", "cpus: amount -1 is negative"},
		{Quota, "web=cpus:..x", "cpus: "},
		{Lending, "web", `"web" names no role; want ROLE=RESOURCE:MOST,...`},
		{Lending, "web=cpus", `"cpus" is no amount of a resource`},
		{Borrowing, "web", `"web" names no role; want ROLE=RESOURCE:MOST,... with amounts, or parts such as 50%`},
		{Borrowing, "web=cpus", `"cpus" is no bound of a resource; want ROLE=`},
		{Borrowing, "web=cpus:-1%", "cpus: amount -1 is negative"},
		{RemoveAgents, "0", "0 agents cannot be removed"},
		{RemoveAgents, "[", `"[" is no number of agents and no pattern`},
		{RemoveAgents, "", "is no number of agents and no pattern"},
		{AddAgents, "cpus:4", `"cpus" is no number of agents`},
		{AddAgents, "0:cpus:4", "0 agents cannot be added"},
		{AddAgents, "3", `"" is no amount of a resource`},
		{AddAgents, "3:cpus:0", "cpus: an amount of 0 is none"},
		{AddAgents, "3:cpus:1,cpus:2", "cpus is named twice"},
		{anyPolicy, "/web", `"web" names no role`},
		{anyPolicy, "web=ranked", `"web=ranked" is no policy; want POLICY or /ROLE=POLICY`},
	} {
		_, err := c.read(c.text)
		require.ErrorContains(t, err, c.want, c.text)
	}
	for text, want := range map[string]string{
		"cpus":       `"cpus" is no amount of a resource`,
		"cpus:1,x0":  `"x0" is no number of tasks`,
		"cpus:1,xy":  `"xy" is no number of tasks`,
		"cpus:1,,x2": `"" is no amount`,
	} {
		_, err := ParseFits(text)
		require.ErrorContains(t, err, want, text)
	}
}

// What cannot be done is refused with the change and the reason.
func TestWhatCannotBeDone(t *testing.T) {
	for _, c := range []struct {
		read       func(string) (Change, error)
		text, want string
	}{
		{Weight, "wbe=2", `weight of wbe: 2: there is no role "wbe" in use; did you mean "web"?`},
		{Weight, "web=-1", "weight of web: -1: "},
		{Weight, "web=NaN", "weight of web: NaN: "},
		{Quota, "web=cpus:4..2", "quota of web: cpus:4..2: "},
		{Quota, "web=cpus:4..,cpus:5..", "named twice"},
		{Quota, "nobody=cpus:4..", `there is no role "nobody" in use`},
		{Lending, "wbe=cpus:4", "did you mean \"web\"?"},
		{RemoveAgents, "11", "11 agents cannot be removed: there are 10"},
		{RemoveAgents, "rack-9-*", `no agent's id matches "rack-9-*"`},
		{Quota, "web=cpu:4..", "quota of web: cpu:4..: no agent has any cpu; did you mean \"cpus\"?"},
		{Quota, "web=cpus:4..,cpu:..5", "did you mean \"cpus\"?"},
		{Lending, "web=cpu:4", "did you mean \"cpus\"?"},
		{Borrowing, "web=cpu:50%", "did you mean \"cpus\"?"},
		{Borrowing, "web=cpus:1,cpus:2", "twice"},
		{AddAgents, "3:cpu:4", "did you mean \"cpus\"?"},
		{anyPolicy, "max_min:resource=cpu", "did you mean \"cpus\"?"},
		{anyPolicy, "max-min", `no such policy: "max-min"`},
		{anyPolicy, "/webb=drf", "did you mean \"web\"?"},
	} {
		change := with(t, c.read, c.text)
		_, err := Ask(cluster(t, alloc.Options{}), Question{Changes: []Change{change}})
		require.ErrorContains(t, err, c.want, c.text)
	}
}

// What no agent has may be meant, unless it is like what agents have.
func TestResourcesThatNobodyHas(t *testing.T) {
	a := cluster(t, alloc.Options{})
	fits, err := ParseFits("cpu:1")
	require.NoError(t, err)
	_, err = Ask(a, Question{Fits: fits})
	require.ErrorContains(t, err, "no agent has any cpu; did you mean \"cpus\"?")
	require.Zero(t, ask(t, a, "fpgas:1").Fits.Whole.Was)
}

// Agents that are added take no other's name.
func TestAddedAgentsHaveNamesOfTheirOwn(t *testing.T) {
	a := cluster(t, alloc.Options{})
	_, err := a.AddAgent(alloc.AgentInfo{ID: "whatif-2"})
	require.NoError(t, err)
	r := ask(t, a, "cpus:8", with(t, AddAgents, "3:cpus:8"))
	require.Equal(t, FitsRow{Was: 8, Would: 11}, r.Fits.Whole)
}
