package roles_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
	"github.com/apportion/apportion/core/internal/statetest"
	"github.com/apportion/apportion/quantities"
)

// A role consumes of its quota what is reserved for it, allocated or not, and what it holds that is
// neither reserved nor revocable; a cycle knows once it has reassessed it.
func TestWhatARoleConsumes(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	m := s.Framework("f", "web/a")
	agent := s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8; cpus(web):2; cpus(web)(web/a):1; cpus{revocable}:4")
	s.Quota("web", "cpus:10", "cpus:12")
	consumed := func() string {
		s.Roles.ReassessAll(func(alloc.RoleID, roles.Reassessed) bool { return true })
		q := s.Roles.QuotaOf(s.Role("web"))
		return s.Kinds.FormatRow(q.Consumed) + ", needs " + s.Kinds.FormatRow(q.Need)
	}
	require.Equal(t, "cpus:3, needs cpus:7", consumed())
	s.Offer(agent, m, "cpus:5; cpus(web):2; cpus{revocable}:3")
	require.Equal(t, "cpus:3", s.Kinds.FormatRow(s.Roles.QuotaOf(s.Role("web")).Consumed), "until then")
	require.Equal(t, "cpus:8, needs cpus:2", consumed())
	s.Offer(agent, m, "cpus:3")
	require.Equal(t, "cpus:11, needs nothing", consumed())
	s.GiveBack(agent, m, "cpus:8; cpus(web):2; cpus{revocable}:3")
	s.Ledger.ApplyTotal(agent, s.Bag("cpus:8"))
	require.Equal(t, "nothing, needs cpus:10", consumed())
}

// Who was reassessed is told once, with what it had consumed and whether its quota is another one.
func TestRolesAreReassessedOnce(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	m, agent := s.Framework("f", "web"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:8")
	reassessed := func() (told []string) {
		for id, was := range s.Roles.ReassessAll {
			text := s.Roles.Path(id) + " had " + s.Kinds.FormatRow(*was.Consumed)
			if was.Anew {
				text += " of another quota"
			}
			told = append(told, text)
		}
		return told
	}
	s.Offer(agent, m, "cpus:1")
	require.Empty(t, reassessed(), "it has no quota")
	s.Quota("web", "cpus:10", "nothing")
	require.Equal(t, []string{"web had nothing of another quota"}, reassessed())
	s.Offer(agent, m, "cpus:1")
	s.Offer(agent, m, "cpus:1")
	require.Equal(t, []string{"web had cpus:1"}, reassessed())
	require.Empty(t, reassessed())
}

// With nested quota a role needs what its own guarantees lack, or what its subroles need together,
// whichever is more; the top-level roles' needs are required.
func TestNeedsOfNestedRoles(t *testing.T) {
	s := statetest.New(t, alloc.Options{NestedQuota: true})
	m, agent := s.Framework("f", "web/a"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:99; mem:99")
	s.Quota("web", "cpus:6", "nothing")
	s.Quota("web/a", "cpus:5", "nothing")
	s.Quota("web/b", "cpus:3; mem:1", "nothing")
	s.Quota("db", "cpus:1", "nothing")
	required := func() string {
		s.Roles.ReassessAll(func(alloc.RoleID, roles.Reassessed) bool { return true })
		var row quantities.Row
		s.Roles.Required.CopyTo(&row)
		return s.Kinds.FormatRow(row)
	}
	require.Equal(t, "cpus:9; mem:1", required())
	s.Offer(agent, m, "cpus:4")
	require.Equal(t, "cpus:5; mem:1", required(), "1 of web/a and 3 of web/b are more than the 2 of web")
	s.Offer(agent, m, "cpus:30")
	require.Equal(t, "cpus:4; mem:1", required())

	var now quantities.Row
	s.Roles.Satisfy(s.Role("web/b"), s.Row("cpus:2"), s.Row("cpus:2"), &now)
	require.Equal(t, "cpus:2; mem:1", s.Kinds.FormatRow(now), "an offer within a cycle counts at once")
	for _, path := range []string{"web", "web/b"} {
		s.Roles.QuotaChanged(s.Role(path), s.Roles.Get(s.Role(path)))
	}
	require.Equal(t, "cpus:4; mem:1", required(), "the ledger does not have it")
}

// What limits leave is the least of those along the path, and at least 0; of names without a limit
// there is no end.
func TestLimitsAlongThePath(t *testing.T) {
	s := statetest.New(t, alloc.Options{NestedQuota: true})
	m, agent := s.Framework("f", "web/a"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:99; mem:99; disk:99")
	s.Quota("web", "nothing", "cpus:6; mem:10")
	s.Quota("web/a", "nothing", "cpus:8; mem:4; disk:0")
	left := func(path string) string {
		s.Roles.ReassessAll(func(alloc.RoleID, roles.Reassessed) bool { return true })
		var l roles.Limits
		if s.Roles.LimitsLeft(&l, s.Role(path), nil) == nil {
			return "all"
		}
		text := s.Kinds.FormatRow(l.Amounts)
		for n := range l.Finite.All() {
			if l.Amounts.At(n) == 0 {
				text += "; no " + s.Names.String(n)
			}
		}
		return text
	}
	require.Equal(t, "cpus:6; mem:4; no disk", left("web/a"))
	require.Equal(t, "cpus:6; mem:10", left("web"))
	require.Equal(t, "cpus:6; mem:10", left("web/b"))
	require.Equal(t, "all", left("db"))
	s.Offer(agent, m, "cpus:5; mem:3; disk:9")
	require.Equal(t, "cpus:1; mem:1; no disk", left("web/a"))
	s.Offer(agent, m, "cpus:5")
	require.Equal(t, "mem:1; no cpus; no disk", left("web/a"))
	require.Equal(t, "mem:7; no cpus", left("web"))

	var l roles.Limits
	s.Roles.LimitsLeft(&l, s.Role("web/a"), nil)
	l.Lower(s.Row("cpus:1; mem:0.25"))
	require.Equal(t, "mem:0.75", s.Kinds.FormatRow(l.Amounts), "what is given out within a cycle is gone")
	s.Roles.Consume(s.Role("web/a"), s.Row("mem:1"))
	s.Roles.LimitsLeft(&l, s.Role("web/a"), nil)
	require.False(t, l.LeaveOneOf([]quantities.Row{s.Row("mem:0.001"), s.Row("cpus:1")}))
	require.True(t, l.LeaveOneOf([]quantities.Row{s.Row("cpus:1"), s.Row("gpus:1")}), "of gpus there is no end")
	require.True(t, l.LeaveOneOf(nil))
	l.Reset()
	require.True(t, l.LeaveOneOf([]quantities.Row{s.Row("mem:99")}))
	for _, path := range []string{"web", "web/a"} {
		s.Roles.QuotaChanged(s.Role(path), s.Roles.Get(s.Role(path)))
	}
}

// A role's quota binds it and, if quota is nested, the roles in use below it.
func TestWhomQuotaBinds(t *testing.T) {
	for isNested, want := range map[bool][]string{false: {"web"}, true: {"web", "web/a", "web/a/b", "web/c"}} {
		s := statetest.New(t, alloc.Options{NestedQuota: isNested})
		s.Framework("f", "web/c")
		s.Framework("f", "web/a/b")
		s.Framework("f", "webs")
		s.Role("web/idle")
		var bound []string
		for id := range s.Roles.BoundBy(s.Role("web")) {
			bound = append(bound, s.Roles.Path(id))
		}
		require.Equal(t, want, bound)
	}
}

// Without nested quota only top-level roles may have quota, and it binds nobody else.
func TestQuotaOfTopLevelRolesAlone(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	s.Quota("web", "nothing", "cpus:6")
	require.True(t, s.Roles.MayHaveQuota(s.Roles.Get(s.Role("web"))))
	require.False(t, s.Roles.MayHaveQuota(s.Roles.Get(s.Role("web/a"))))
	require.Equal(t, alloc.RoleID(slots.NoRole), s.Roles.QuotaAbove(s.Role("web/a")))
	var l roles.Limits
	require.Nil(t, s.Roles.LimitsLeft(&l, s.Role("web/a"), nil))
}

// Quotas are assumed as the next cycle will have them; changes to them are nobody else's.
func TestQuotasAreAssumedOnCopies(t *testing.T) {
	s := statetest.New(t, alloc.Options{NestedQuota: true})
	m, agent := s.Framework("f", "web/a"), s.Agent(alloc.AgentInfo{ID: "a"}, "cpus:99")
	s.Quota("web", "cpus:5", "cpus:6")
	s.Offer(agent, m, "cpus:4")
	web, a := s.Role("web"), s.Role("web/a")
	cpus, _ := s.Names.Lookup("cpus")
	now := s.Roles.AssumeQuotas()
	require.True(t, s.Roles.QuotaOf(web).Consumed.IsZero(), "the roles' own stay as they are")
	require.Equal(t, alloc.Amount(2000), now.LeftOf(cpus, a))
	require.Equal(t, alloc.Amount(1000), now.Required.At(cpus))

	later := now.ChangedLater()
	raised := later.Clone()
	raised.RaiseLimits(web, s.Row("cpus:3"))
	raised.LowerGuarantees(web, s.Row("cpus:0.5"))
	require.Equal(t, alloc.Amount(5000), raised.LeftOf(cpus, a))
	require.Equal(t, alloc.Amount(500), raised.Required.At(cpus))
	raised.Clone().RaiseLimits(web, s.Row("cpus:1"))
	require.Equal(t, alloc.Amount(5000), raised.LeftOf(cpus, a))
	for _, q := range []*roles.AssumedQuotas{now, later} {
		require.Equal(t, alloc.Amount(2000), q.LeftOf(cpus, a))
	}
	require.Equal(t, alloc.Amount(1000), now.Required.At(cpus))
	require.Equal(t, "cpus:6", s.Kinds.FormatRow(s.Roles.QuotaOf(web).Quota.Limits.Amounts))
	raised.LowerGuarantees(web, s.Row("cpus:99"))
	require.Zero(t, raised.Required.At(cpus))
}

// What is changed on top of assumed quotas is theirs alone, of names without a place of their own in a row, too.
func TestAssumedQuotasBelowStayAsTheyAre(t *testing.T) {
	s := statetest.New(t, alloc.Options{})
	for i := range quantities.DenseNames {
		s.Row(fmt.Sprintf("n%d:1", i))
	}
	s.Quota("web", "sparse:5", "nothing")
	sparse, _ := s.Names.Lookup("sparse")
	now := s.Roles.AssumeQuotas()
	later := now.ChangedLater()
	later.LowerGuarantees(s.Role("web"), s.Row("sparse:5"))
	require.Zero(t, later.Required.At(sparse))
	require.Equal(t, alloc.Amount(5000), now.Required.At(sparse))
}
