package core_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/explanations"
	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/quantities"
)

// told is a recorded trace that is over, to which the calls of a remedy are appended.
type told struct {
	*testing.T
	trace history.Trace
	hosts []string // the whitelist; nil if there is none
	cycle alloc.Cycle
	tried map[explain.ChangeKind]int
}

// TestRemediesBringOffers: at the end of recorded traces, the calls that make up a remedy
// bring the framework an offer in the role that is named, if nobody else asks, and none of
// them is in vain. Without APPORTION_TRACES=all it is a few of the traces.
func TestRemediesBringOffers(t *testing.T) {
	tried := map[explain.ChangeKind]int{}
	for _, trace := range someTraces(t, 16) {
		x := &told{T: t, trace: trace, tried: tried}
		x.all()
	}
	t.Log(tried)
	require.GreaterOrEqual(t, len(tried), 5, "kinds of changes")
}

// replay returns an allocator at the end of the trace.
func (x *told) replay() *core.Allocator {
	d := driver.New(alloc.Options{})
	for _, step := range x.trace.Steps {
		if w, ok := step.Op.(*history.SetWhitelist); ok {
			x.hosts = w.Hosts
		}
		_, err := d.Apply(step.Op)
		require.NoError(x, err)
	}
	return d.Allocator()
}

// all tries each remedy of each framework in each role.
func (x *told) all() {
	var m core.Metrics
	a := x.replay()
	a.Metrics(&m)
	for _, s := range m.Suppressed {
		e := must(a.Explain(s.Framework, s.Role))
		for _, remedy := range e.Verdict.Remedies {
			x.try(e, remedy)
		}
	}
}

// try makes the changes of a remedy, and no fewer, on a replay.
func (x *told) try(e *explain.Explanation, remedy explain.Remedy) {
	for i := range remedy {
		x.tried[remedy[i].Kind]++
		but := slices.Delete(slices.Clone(remedy), i, i+1)
		if len(but) > 0 && x.brings(e, but) {
			x.Errorf("%s: an offer to %s in role %s after %v, without %s", x.trace.Name, e.Subject.FrameworkName, e.Subject.RoleName, texts(but, e.Now), remedy[i].Text(e.Now))
		}
	}
	if !x.brings(e, remedy) {
		x.Errorf("%s: no offer to %s in role %s after %v", x.trace.Name, e.Subject.FrameworkName, e.Subject.RoleName, texts(remedy, e.Now))
	}
}

// brings says whether changes bring an offer. Handles are those of the first.
func (x *told) brings(e *explain.Explanation, changes explain.Remedy) bool {
	a, f, r := x.replay(), e.Subject.Framework, e.Subject.Role
	a.MuteOthers(f, r)
	for i := range changes {
		c := &changes[i]
		require.NoError(x, x.make(a, f, r, c), c.Text(e.Now))
		if c.Kind == explain.ChangeSubscribe {
			r = c.Role
		}
	}
	return x.comes(a, f, r)
}

// texts words the changes of a remedy.
func texts(r explain.Remedy, now alloc.Time) (list []string) {
	for i := range r {
		list = append(list, r[i].Text(now))
	}
	return list
}

// comes runs a cycle, and says whether the framework is offered something in the role.
func (x *told) comes(a *core.Allocator, f alloc.FrameworkID, r alloc.RoleID) bool {
	a.RequestAllocation()
	a.Allocate(a.Now(), &x.cycle)
	return slices.ContainsFunc(x.cycle.Offers, func(o alloc.Offer) bool { return o.Framework == f && o.Role == r })
}

// make makes a change as a host would.
func (x *told) make(a *core.Allocator, f alloc.FrameworkID, r alloc.RoleID, c *explain.Change) error {
	switch c.Kind {
	case explain.ChangeResume:
		a.Resume()
	case explain.ChangeWait:
		a.Advance(*c.Until)
	case explain.ChangeWhitelistHost:
		host := c.Host
		if c.AgentName == "" {
			host = "new"
		}
		x.hosts = append(slices.Clone(x.hosts), host)
		a.SetWhitelist(x.hosts)
	case explain.ChangeActivateAgent:
		return a.ActivateAgent(c.Agent)
	case explain.ChangeUpgradeAgent:
		return a.UpdateAgent(c.Agent, alloc.AgentUpdate{Capabilities: new(alloc.ModernAgent)})
	case explain.ChangeActivateFramework:
		return a.ActivateFramework(f)
	case explain.ChangeAddCapabilities, explain.ChangeSubscribe, explain.ChangeLowerMinimum:
		return x.update(a, f, r, c)
	case explain.ChangeRevive:
		return a.ReviveOffers(f, []alloc.RoleID{c.Role})
	case explain.ChangeAnswer:
		return explanations.Decline(a, c)
	case explain.ChangeAdmitAgent:
		return a.ExcludeAgent(f, r, c.Agent, false)
	case explain.ChangeRaiseLimit, explain.ChangeLowerGuarantee:
		return a.SetQuota(c.Role, requoted(a, c))
	case explain.ChangeAddAgent:
		return x.addAgent(a, c)
	}
	return nil
}

// update says anew what the framework is.
func (x *told) update(a *core.Allocator, f alloc.FrameworkID, r alloc.RoleID, c *explain.Change) error {
	info := must(a.DescribeFramework(f))
	u := alloc.FrameworkUpdate{}
	switch c.Kind {
	case explain.ChangeAddCapabilities:
		u.Capabilities = new(info.Capabilities | c.Capabilities)
	case explain.ChangeSubscribe:
		u.Roles = new(append(info.Roles, c.Role))
	default:
		others := slices.DeleteFunc(info.MinAllocatable, func(m alloc.RoleMinimum) bool { return m.Role == r })
		u.MinAllocatable = new(append(others, alloc.RoleMinimum{Role: r, Lists: [][]alloc.Quantity{c.Amounts}}))
	}
	return a.UpdateFramework(f, u)
}

// requoted is a role's quota with a change.
func requoted(a *core.Allocator, c *explain.Change) alloc.Quota {
	var m core.Metrics
	a.Metrics(&m)
	i := slices.IndexFunc(m.Roles, func(s core.RoleMetrics) bool { return s.Role == c.Role })
	role, by, q := &m.Roles[i], map[string]alloc.Amount{}, alloc.Quota{}
	for _, n := range c.Amounts {
		by[n.Name] = n.Amount
	}
	name := func(n quantities.Name) string { return must(a.ResourceName(n)) }
	for n, amount := range role.Guarantees.All() {
		if c.Kind == explain.ChangeLowerGuarantee {
			amount -= by[name(n)]
		}
		q.Guarantees = append(q.Guarantees, alloc.Quantity{Name: name(n), Amount: amount})
	}
	for n := range role.Limited.All() {
		amount := role.Limits.At(n)
		if c.Kind == explain.ChangeRaiseLimit {
			amount += by[name(n)]
		}
		q.Limits = append(q.Limits, alloc.Quantity{Name: name(n), Amount: amount})
	}
	return q
}

// addAgent adds an agent as it is told: on a whitelisted host only if it says so. The core
// knows of constraints only which agents they exclude, and a new one is not excluded.
func (x *told) addAgent(a *core.Allocator, c *explain.Change) error {
	info := alloc.AgentInfo{ID: "new", Hostname: "new"}
	if c.Listed && len(x.hosts) > 0 {
		info.Hostname = x.hosts[0]
	}
	for _, q := range c.Amounts {
		if q.Name == "ports" {
			ports := must(a.InternKind(alloc.Kind{Name: q.Name, Type: alloc.Ranges}))
			info.Total = append(info.Total, alloc.IntervalOf(ports, 1, uint64((q.Amount+alloc.Unit-1)/alloc.Unit)))
			continue
		}
		info.Total = append(info.Total, alloc.ScalarOf(must(a.InternKind(alloc.Kind{Name: q.Name})), q.Amount))
	}
	_, err := a.AddAgent(info)
	return err
}
