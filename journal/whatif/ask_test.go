package whatif

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/sorter/policy"
)

// cluster has ten agents of 8 cpus and 1024 mem, two of which are reserved for db in
// half, and a framework in each of the roles web, batch and db.
func cluster(t *testing.T, options alloc.Options) *core.Allocator {
	t.Helper()
	options.Interval, options.AgentOrder = time.Second, alloc.OrderByID
	a, err := core.New(options)
	require.NoError(t, err)
	cpus, err := a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	reserved, err := a.InternKind(alloc.Kind{Name: "cpus", Reservations: []alloc.Reservation{{Type: alloc.Static, Role: "db"}}})
	require.NoError(t, err)
	mem, err := a.InternKind(alloc.Kind{Name: "mem"})
	require.NoError(t, err)
	for _, name := range []string{"web", "batch", "db"} {
		role, err := a.InternRole(name)
		require.NoError(t, err)
		_, err = a.AddFramework(alloc.FrameworkInfo{ID: name + "-1", Roles: []alloc.RoleID{role}})
		require.NoError(t, err)
	}
	for i := range 10 {
		total := []alloc.Resource{alloc.ScalarOf(cpus, 8000), alloc.ScalarOf(mem, 1024_000)}
		if i >= 8 {
			total = []alloc.Resource{alloc.ScalarOf(cpus, 4000), alloc.ScalarOf(reserved, 4000), alloc.ScalarOf(mem, 1024_000)}
		}
		_, err = a.AddAgent(alloc.AgentInfo{ID: fmt.Sprintf("rack-%d-%d", i/5, i%5), Total: total})
		require.NoError(t, err)
	}
	return a
}

// ask is Ask with one change, and looks at whether the allocator is as it was.
func ask(t *testing.T, a *core.Allocator, fits string, changes ...Change) *Result {
	t.Helper()
	q := Question{Changes: changes}
	if fits != "" {
		var err error
		q.Fits, err = ParseFits(fits)
		require.NoError(t, err)
	}
	digest := a.Digest()
	r, err := Ask(a, q)
	require.NoError(t, err)
	require.Equal(t, digest, a.Digest())
	return r
}

// with reads a change.
func with(t *testing.T, read func(string) (Change, error), text string) Change {
	t.Helper()
	c, err := read(text)
	require.NoError(t, err)
	return c
}

// cpusOf are the cpus that a role is offered, before and after.
func cpusOf(r *Result, role string) [2]alloc.Amount {
	for _, row := range r.Offers {
		if row.Role == role && row.Framework == "" && row.Resource == "cpus" {
			return [2]alloc.Amount{alloc.Amount(row.Was), alloc.Amount(row.Would)}
		}
	}
	return [2]alloc.Amount{}
}

// A weight that does not count, as in Mesos, is said not to.
func TestAWeightInVainIsSaidToBe(t *testing.T) {
	a := cluster(t, alloc.Options{})
	role, err := a.InternRole("eng/build")
	require.NoError(t, err)
	_, err = a.AddFramework(alloc.FrameworkInfo{ID: "below", Roles: []alloc.RoleID{role}})
	require.NoError(t, err)
	a.Allocate(a.Now(), &alloc.Cycle{})
	r := ask(t, a, "", with(t, Weight, "eng=3"), with(t, Weight, "web=2"), with(t, Weight, "eng/build=2"))
	require.Len(t, r.Remarks, 1)
	var text strings.Builder
	require.NoError(t, r.WriteText(&text))
	require.Contains(t, text.String(), "  role eng has no framework of its own: as in Mesos, it keeps the weight 1 that it had")
	require.Empty(t, ask(t, a, "", with(t, Weight, "web=2")).Remarks)
}

func TestNothingChanged(t *testing.T) {
	for _, options := range []alloc.Options{{}, {RoleSorter: alloc.Random, Seed: 7}} {
		r := ask(t, cluster(t, options), "cpus:1")
		require.False(t, r.Different)
		require.NotEmpty(t, r.Offers)
		var text strings.Builder
		require.NoError(t, r.WriteText(&text))
		require.Contains(t, text.String(), "no difference in what is offered")
	}
}

// What is offered without a change is what the allocator itself offers next.
func TestWasIsTheNextCycle(t *testing.T) {
	a := cluster(t, alloc.Options{})
	r := ask(t, a, "")
	var cycle alloc.Cycle
	a.Allocate(a.Now(), &cycle)
	sums := map[string]alloc.Amount{}
	for o, resources := range cycle.All() {
		name, err := a.RoleName(o.Role)
		require.NoError(t, err)
		for _, x := range resources {
			if k, _ := a.DescribeKind(x.Kind); k.Name == "cpus" {
				sums[name] += x.Amount
			}
		}
	}
	for role, amount := range sums {
		require.Equal(t, [2]alloc.Amount{amount, amount}, cpusOf(r, role))
	}
	require.Len(t, sums, 3)

	r = ask(t, a, "")
	require.Equal(t, alloc.Time(time.Second), r.CycleAt, "of one that has just run, the next periodic one")
	require.Empty(t, r.Offers, "all is offered")
}

func TestChanges(t *testing.T) {
	a := cluster(t, alloc.Options{})
	r := ask(t, a, "", with(t, Weight, "web=8"))
	require.True(t, r.Different)
	web := cpusOf(r, "web")
	require.Greater(t, web[1], web[0])

	r = ask(t, a, "", with(t, Quota, "web=cpus:..8,mem:..1024"))
	require.True(t, r.Different)
	require.Equal(t, alloc.Amount(8000), cpusOf(r, "web")[1])

	r = ask(t, a, "", with(t, Quota, "web=cpus:64.."))
	require.GreaterOrEqual(t, cpusOf(r, "web")[1], alloc.Amount(64000))

	r = ask(t, a, "", with(t, RemoveAgents, "rack-0-*"), with(t, AddAgents, "1:cpus:100,mem:1"))
	require.Equal(t, []string{"without agents: rack-0-*", "with more agents: 1 of cpus:100,mem:1"}, r.Changes)
	was, would := alloc.Amount(0), alloc.Amount(0)
	for _, role := range []string{"web", "batch", "db"} {
		was, would = was+cpusOf(r, role)[0], would+cpusOf(r, role)[1]
	}
	require.Equal(t, alloc.Amount(80_000), was)
	require.Equal(t, alloc.Amount(140_000), would)

	policy := with(t, func(text string) (Change, error) { return Policy(text, alloc.ScopeAll) }, "max_min:resource=mem")
	require.NotEmpty(t, ask(t, a, "", policy).Offers)
}

func TestPausedOffersNothing(t *testing.T) {
	a := cluster(t, alloc.Options{})
	a.Pause()
	for range 2 { // a cycle is due, and none is
		r := ask(t, a, "", with(t, Weight, "web=8"))
		require.True(t, r.Paused)
		require.Empty(t, r.Offers)
		a.Allocate(a.Now(), &alloc.Cycle{})
	}
}

func TestFits(t *testing.T) {
	a := cluster(t, alloc.Options{})
	// Six agents of 8 cpus and, of the last two, 4 unreserved ones: 3 cpus fit twice or once.
	r := ask(t, a, "cpus:3,x19", with(t, Quota, "web=cpus:..8"))
	require.True(t, r.Different, "offers and numbers that fit")
	require.Equal(t, &FitsCompare{Shape: "cpus:3", Count: 19,
		Whole: FitsRow{Was: 18, Would: 18},
		Roles: []FitsRow{{"db", 20, 20}, {"web", 18, 2}},
	}, r.Fits)
	// What a role lends at most is no limit to what it is offered.
	r = ask(t, a, "cpus:3", with(t, Quota, "web=cpus:..8"), with(t, Lending, "web=cpus:3"))
	require.Contains(t, r.Fits.Roles, FitsRow{"web", 18, 2})
	// What fits into reservations alone counts against the limit already.
	r = ask(t, a, "cpus:4", with(t, Quota, "db=cpus:..17"))
	require.Equal(t, []FitsRow{{"db", 20, 4}}, r.Fits.Roles, "two in the reserved 8, two in the 9 that are left")
	// mem is not limited, but it is what runs out.
	r = ask(t, a, "cpus:1,mem:1000", with(t, RemoveAgents, "3"))
	require.Equal(t, FitsRow{Was: 10, Would: 7}, r.Fits.Whole)
	r = ask(t, a, "gpus:1", with(t, AddAgents, "2:gpus:4,cpus:1"))
	require.Equal(t, FitsRow{Was: 0, Would: 8}, r.Fits.Whole)
}

// Limits of roles above count, too.
func TestFitsOfNestedRoles(t *testing.T) {
	a := cluster(t, alloc.Options{NestedQuota: true})
	nested, err := a.InternRole("web/api")
	require.NoError(t, err)
	_, err = a.AddFramework(alloc.FrameworkInfo{ID: "api", Roles: []alloc.RoleID{nested}})
	require.NoError(t, err)
	r := ask(t, a, "cpus:2", with(t, Quota, "web=cpus:..20"), with(t, Quota, "web/api=cpus:..6"))
	require.Contains(t, r.Fits.Roles, FitsRow{"web", 36, 10})
	require.Contains(t, r.Fits.Roles, FitsRow{"web/api", 36, 3})
	r = ask(t, a, "cpus:2", with(t, Quota, "web=cpus:..4"))
	require.Contains(t, r.Fits.Roles, FitsRow{"web/api", 36, 2})
}

func TestTextAndJSON(t *testing.T) {
	a := cluster(t, alloc.Options{})
	r := ask(t, a, "cpus:4,x21", with(t, AddAgents, "1:cpus:8,mem:1024"))
	var text strings.Builder
	require.NoError(t, r.WriteText(&text))
	require.Contains(t, text.String(), "  with more agents: 1 of cpus:8,mem:1024\n")
	require.Regexp(t, `(?m)^\w+ +all +cpus +\S+ +\S+ +\+8$`, text.String())
	require.Regexp(t, `(?m)^as a whole +18 +20 +\+2 +no$`, text.String())
	require.Regexp(t, `(?m)^for role db +20 +22 +\+2 +now they would$`, text.String())
	content, err := json.Marshal(r)
	require.NoError(t, err)
	var back map[string]any
	require.NoError(t, json.Unmarshal(content, &back))
	require.Equal(t, true, back["different"])
	require.Contains(t, string(content), `"resource":"cpus","was":`)
}

// A cycle that is due for one agent goes through all, so that a change shows everywhere.
func TestTheNextCycleGoesThroughAllAgents(t *testing.T) {
	a := cluster(t, alloc.Options{})
	var cycle alloc.Cycle
	a.Allocate(a.Now(), &cycle)
	for o, resources := range cycle.All() {
		require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: resources}))
	}
	_, err := a.AddAgent(alloc.AgentInfo{ID: "late"})
	require.NoError(t, err)
	require.True(t, a.Pending())
	r := ask(t, a, "")
	require.Zero(t, r.CycleAt, "it is due")
	require.Equal(t, alloc.Amount(80_000), cpusOf(r, "web")[0]+cpusOf(r, "batch")[0]+cpusOf(r, "db")[0])
}

// Those that are removed are the first by id: the two that are left are the last ones,
// half of which is reserved.
func TestTheFirstAgentsAreRemoved(t *testing.T) {
	r := ask(t, cluster(t, alloc.Options{}), "cpus:3", with(t, RemoveAgents, "8"))
	require.Equal(t, FitsRow{Was: 18, Would: 2}, r.Fits.Whole)
}

// Tasks fit into plain resources alone.
func TestFitsLeavesOut(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	for i, k := range []alloc.Kind{
		{Name: "disk"},
		{Name: "disk", Revocable: true},
		{Name: "disk", Disk: &alloc.Disk{Source: alloc.Path}},
		{Name: "cpus"},
	} {
		kind, err := a.InternKind(k)
		require.NoError(t, err)
		_, err = a.AddAgent(alloc.AgentInfo{ID: fmt.Sprint(i), Total: []alloc.Resource{alloc.ScalarOf(kind, 5000)}})
		require.NoError(t, err)
	}
	require.Equal(t, FitsRow{Was: 5, Would: 5}, ask(t, a, "disk:1").Fits.Whole)
}

// Without periodic allocation no filter is waited for.
func TestWithoutAnIntervalTheNextCycleIsNow(t *testing.T) {
	a, err := core.New(alloc.Options{})
	require.NoError(t, err)
	kind, err := a.InternKind(alloc.Kind{Name: "cpus"})
	require.NoError(t, err)
	role, err := a.InternRole("web")
	require.NoError(t, err)
	_, err = a.AddFramework(alloc.FrameworkInfo{ID: "f", Roles: []alloc.RoleID{role}})
	require.NoError(t, err)
	_, err = a.AddAgent(alloc.AgentInfo{ID: "a", Total: []alloc.Resource{alloc.ScalarOf(kind, 5000)}})
	require.NoError(t, err)
	var cycle alloc.Cycle
	a.Allocate(7, &cycle)
	for o, resources := range cycle.All() {
		require.NoError(t, a.RecoverResources(alloc.RecoverRequest{Now: 7, Framework: o.Framework, Agent: o.Agent,
			Role: o.Role, Resources: resources, RefuseFor: time.Hour}))
	}
	r := ask(t, a, "")
	require.Equal(t, alloc.Time(7), r.CycleAt)
	require.Empty(t, r.Offers)
}

// What is lent is offered beside what is not.
func TestAGuaranteeIsLent(t *testing.T) {
	a := cluster(t, alloc.Options{})
	with(t, Quota, "web=cpus:40..").apply(a)
	web, err := a.InternRole("web")
	require.NoError(t, err)
	name, ok := a.FindFramework("web-1")
	require.True(t, ok)
	require.NoError(t, a.SuppressOffers(name, []alloc.RoleID{web}))
	batch, err := a.InternRole("borrower")
	require.NoError(t, err)
	_, err = a.AddFramework(alloc.FrameworkInfo{ID: "borrower", Roles: []alloc.RoleID{batch}, Capabilities: alloc.RevocableResources})
	require.NoError(t, err)
	r := ask(t, a, "", with(t, Lending, "web=cpus:24"))
	require.Equal(t, []string{"lending of web: cpus:24"}, r.Changes)
	was, lent := cpusOf(r, "borrower")[0], cpusOf(r, "borrower")[1]
	require.Equal(t, alloc.Amount(24_000), lent-was)
	for bound, want := range map[string]alloc.Amount{"cpus:10": 10_000, "cpus:0,mem:5": 0, "cpus:25%": 5_000, "": 24_000} {
		r := ask(t, a, "", with(t, Lending, "web=cpus:24"), with(t, Borrowing, "borrower="+bound))
		require.Equal(t, want, cpusOf(r, "borrower")[1]-was, bound)
	}
	require.False(t, with(t, Weight, "web=2").IsOfOneCycle())
	require.True(t, with(t, Borrowing, "web=").IsOfOneCycle())
	require.True(t, with(t, Lending, "web=").IsOfOneCycle())
}

// Where nothing is offered either way, it is said: that is no sign that the change has no effect.
func TestNothingIsOfferedEitherWay(t *testing.T) {
	var text strings.Builder
	require.NoError(t, (&Result{}).WriteText(&text))
	require.Contains(t, text.String(), "nothing is, with the changes or without")
	text.Reset()
	require.NoError(t, (&Result{Paused: true}).WriteText(&text))
	require.NotContains(t, text.String(), "with the changes or without")
}

// byPath is a policy of one's own.
type byPath struct{}

func (byPath) Key(policy.Usage) (first, second float64) { return 0, 0 }

// What is asked of an allocator with a policy of one's own is asked of copies that know it, too.
func TestCopiesKnowPoliciesOfOnesOwn(t *testing.T) {
	own := policy.Definition{Name: "by_path", Make: func(policy.Parameters) (policy.Ordering, error) { return byPath{}, nil }}
	a := cluster(t, alloc.Options{Policies: []policy.Definition{own}, RoleSorter: "by_path"})
	change, err := Policy("/web=by_path", alloc.ScopeAll)
	require.NoError(t, err)
	ask(t, a, "", change)
}
