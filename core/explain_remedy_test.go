package core_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/check"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/fuzz/generate"
	"github.com/apportion/apportion/history"
)

// TestRemediesHelp: on random histories, whatever a verdict says would help does
// so. The changes are made, everybody else is kept from asking, and the offer
// comes. Where no change is said to be needed, none is.
func TestRemediesHelp(t *testing.T) {
	codes, kinds, hopeless := map[core.ReasonCode]int{}, map[core.ChangeKind]int{}, 0
	seeds := uint64(40)
	if core.Checking {
		seeds = 6 // each call looks at everything
	}
	for seed := range seeds {
		setup := check.SetupFor(seed)
		options := setup.Generate()
		options.Invalid = 0
		ops, _, _ := check.Play(generate.New(options, seed), setup, nil, 80)
		for _, end := range []int{len(ops) / 4, len(ops) / 2, len(ops) * 3 / 4} {
			h := &madeHistory{T: t, setup: setup, ops: ops[:end], codes: codes, kinds: kinds}
			h.where = fmt.Sprintf("seed %d, after %d operations", seed, end)
			h.run()
			hopeless += h.hopeless
		}
	}
	require.Zero(t, hopeless, "something could be done each time")
	if !core.Checking {
		require.Greater(t, len(codes), 10, "what verdicts are about")
		require.Greater(t, len(kinds), 10, "what helps")
	}
}

// madeHistory is a history that can be carried out again and again.
type madeHistory struct {
	*testing.T
	setup    check.Setup
	ops      []history.Op
	where    string
	codes    map[core.ReasonCode]int
	kinds    map[core.ChangeKind]int
	hopeless int
}

// again carries the history out.
func (h *madeHistory) again() *core.Allocator {
	var a *core.Allocator
	d := driver.NewOn(func(o core.Options) (driver.Target, error) {
		o.AgentOrder = h.setup.Options.AgentOrder
		var err error
		a, err = core.New(o)
		return a, err
	}, h.setup.Options)
	for _, op := range h.ops {
		_, _ = d.Apply(op) // what is refused changes nothing
	}
	return a
}

func (h *madeHistory) run() {
	a := h.again()
	if a == nil {
		return
	}
	(&proof{T: h.T, Allocator: h.again(), codes: map[core.ReasonCode]int{}, where: h.where}).run()
	var m core.Metrics
	a.Metrics(&m)
	for _, s := range m.Suppressed {
		e, err := a.Explain(s.Framework, s.Role)
		require.NoError(h, err)
		h.codes[e.Verdict.Code]++
		switch {
		case e.Verdict.Code == core.ReasonNone:
			h.tryRemedy(e.Subject, nil)
		case len(e.Verdict.Remedies) == 0:
			h.hopeless++
		}
		for _, r := range e.Verdict.Remedies {
			h.tryRemedy(e.Subject, r)
		}
	}
}

// tryRemedy makes changes, and sees an offer come.
func (h *madeHistory) tryRemedy(who core.Party, r core.Remedy) {
	a := h.again()
	role := who.Role
	for _, c := range r {
		h.kinds[c.Kind]++
		require.NoError(h, makeChange(a, c), "%s: %v", h.where, r)
		if c.Kind == core.ChangeSubscribe {
			role = c.Role
		}
	}
	a.MuteOthers(who.Framework, role)
	a.RequestAllocation()
	var out core.Cycle
	a.Allocate(a.Now(), &out)
	for _, o := range out.Offers {
		require.Equal(h, who.Framework, o.Framework)
		require.Equal(h, role, o.Role)
	}
	require.NotEmpty(h, out.Offers, "%s: %+v after %+v", h.where, who, r)
}

// makeChange makes a change through the allocator's own calls.
func makeChange(a *core.Allocator, c core.Change) error {
	switch c.Kind {
	case core.ChangeResume:
		a.Resume()
		return nil
	case core.ChangeWait:
		a.Advance(*c.Until)
		return nil
	case core.ChangeWhitelistHost:
		return a.SetWhitelist(append(a.Whitelist(), cmp.Or(c.Host, "new-host")))
	case core.ChangeActivateAgent:
		return a.ActivateAgent(c.Agent)
	case core.ChangeUpgradeAgent:
		all := a.AgentCapabilities(c.Agent) | c.Capabilities
		return a.UpdateAgent(c.Agent, core.AgentUpdate{Capabilities: &all})
	case core.ChangeActivateFramework:
		return a.ActivateFramework(c.Framework)
	case core.ChangeAddCapabilities:
		all := a.FrameworkInfo(c.Framework).Capabilities | c.Capabilities
		return a.UpdateFramework(c.Framework, core.FrameworkUpdate{Capabilities: &all})
	case core.ChangeSubscribe:
		roles := append(a.FrameworkInfo(c.Framework).Roles, c.Role)
		return a.UpdateFramework(c.Framework, core.FrameworkUpdate{Roles: &roles})
	case core.ChangeLowerMinimum:
		minima := slices.DeleteFunc(a.FrameworkInfo(c.Framework).MinAllocatable, func(m core.RoleMinimum) bool { return m.Role == c.Role })
		minima = append(minima, core.RoleMinimum{Role: c.Role, Lists: [][]core.Quantity{c.Amounts}})
		return a.UpdateFramework(c.Framework, core.FrameworkUpdate{MinAllocatable: &minima})
	case core.ChangeRevive:
		return a.ReviveOffers(c.Framework, []core.RoleID{c.Role})
	case core.ChangeAdmitAgent:
		return a.ExcludeAgent(c.Framework, c.Role, c.Agent, false)
	case core.ChangeRaiseLimit:
		q := a.QuotaOf(c.Role)
		q.Limits = changed(q.Limits, c.Amounts, +1)
		return a.SetQuota(c.Role, q)
	case core.ChangeLowerGuarantee:
		q := a.QuotaOf(c.Role)
		q.Guarantees = changed(q.Guarantees, c.Amounts, -1)
		return a.SetQuota(c.Role, q)
	case core.ChangeAddAgent:
		return addAgentWith(a, c.Amounts)
	}
	return fmt.Errorf("unknown change %v", c.Kind)
}

func changed(list []core.Quantity, by core.Amounts, sign core.Amount) []core.Quantity {
	for i := range list {
		for _, q := range by {
			if q.Name == list[i].Name {
				list[i].Amount += sign * q.Amount
			}
		}
	}
	return list
}

func addAgentWith(a *core.Allocator, amounts core.Amounts) error {
	info := core.AgentInfo{ID: "the new agent"}
	if hosts := a.Whitelist(); len(hosts) > 0 {
		info.Hostname = hosts[0]
	}
	for _, q := range amounts {
		k := core.Kind{Name: q.Name}
		r := core.Resource{Amount: q.Amount}
		if a.IsInterval(q.Name) {
			k.Type = core.Ranges
			r = core.Resource{Begin: 1, End: uint64((q.Amount + core.Unit - 1) / core.Unit)}
		}
		id, err := a.InternKind(k)
		if err != nil {
			return err
		}
		r.Kind = id
		info.Total = append(info.Total, r)
	}
	_, err := a.AddAgent(info)
	return err
}
