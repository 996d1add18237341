package abi

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/driver"
	"github.com/apportion/apportion/quantities"
)

// bounds are calls just below what is too much and just above it, one after the
// other.
var bounds = []struct {
	name string
	code core.Code // 0: accepted
	text string
	call func(driver.Target, *things) error
}{
	{"an amount beyond the largest", core.CodeAmount, "cpus of 2251799813685.248 is too large", addAgent("x", quantities.MaxAmount+1)},
	{"the largest amount", 0, "", addAgent("x", quantities.MaxAmount)},
	{"two amounts of a kind beyond it", core.CodeAmount, "the sum of cpus is too large", addAgent("y", quantities.MaxAmount, 1)},
	{"a guarantee below zero", core.CodeAmount, "negative", setQuota(-1, 0)},
	{"a guarantee of a trillion", 0, "", setQuota(1e12*core.Unit, 1e12*core.Unit)},
	{"a guarantee above its limit", core.CodeInvalid, "exceeds its limit of 1000000000000", setQuota(1e12*core.Unit+1, 1e12*core.Unit)},
	{"the largest guarantee and limit", 0, "", setQuota(quantities.MaxSum, quantities.MaxSum)},
	{"a minimum below zero", core.CodeAmount, "negative", setMinimum(-1)},
	{"the largest minimum", 0, "", setMinimum(quantities.MaxSum)},
	{"all that can be counted", 0, "", func(a driver.Target, x *things) error {
		left := quantities.MaxSum - quantities.MaxAmount - 1000 // of agents x and a
		for i := 0; left > 0; i++ {
			q := min(left, quantities.MaxAmount)
			if err := addAgent(fmt.Sprint("full", i), q)(a, x); err != nil {
				return err
			}
			left -= q
		}
		return nil
	}},
	{"an agent too many", core.CodeLimit, `agent "y": the cluster's cpus would exceed 9223372036854775.807`, addAgent("y", 1)},
	{"use too much", core.CodeLimit, "the cluster's cpus would exceed", func(a driver.Target, x *things) error {
		_, err := a.AddAgent(core.AgentInfo{ID: "y", Used: []core.Usage{{Framework: "z", Role: x.role, Resources: []core.Resource{core.ScalarOf(x.cpus, 1)}}}})
		return err
	}},
	{"a total too large", core.CodeLimit, "the cluster's cpus would exceed", setTotal(1001)},
	{"a provider too many", core.CodeLimit, "the cluster's cpus would exceed", func(a driver.Target, x *things) error {
		return a.AddResourceProvider(x.agent, []core.Resource{core.ScalarOf(x.reserved, 1)}, nil)
	}},
	{"a smaller total", 0, "", setTotal(999)},
	{"an agent in its place", 0, "", addAgent("y", 1)},
}

func addAgent(id string, amounts ...core.Amount) func(driver.Target, *things) error {
	return func(a driver.Target, x *things) error {
		info := core.AgentInfo{ID: id}
		for _, q := range amounts {
			info.Total = append(info.Total, core.ScalarOf(x.cpus, q))
		}
		_, err := a.AddAgent(info)
		return err
	}
}

func setTotal(amount core.Amount) func(driver.Target, *things) error {
	return func(a driver.Target, x *things) error {
		return a.UpdateAgent(x.agent, core.AgentUpdate{Hostname: new(string), Region: new(string), Total: &[]core.Resource{core.ScalarOf(x.cpus, amount)}})
	}
}

func setQuota(guarantee, limit core.Amount) func(driver.Target, *things) error {
	return func(a driver.Target, x *things) error {
		return a.SetQuota(x.other, core.Quota{Guarantees: []core.Quantity{{Name: "cpus", Amount: guarantee}}, Limits: []core.Quantity{{Name: "cpus", Amount: limit}}})
	}
}

func setMinimum(amount core.Amount) func(driver.Target, *things) error {
	return func(a driver.Target, x *things) error {
		return a.UpdateFramework(x.framework, core.FrameworkUpdate{
			Capabilities: new(core.Capabilities), Roles: &[]core.RoleID{x.role}, Suppressed: &[]core.RoleID{},
			MinAllocatable: &[]core.RoleMinimum{{Role: x.role, Lists: [][]core.Quantity{{{Name: "cpus", Amount: amount}}}}},
		})
	}
}

// TestBoundsOfAmounts: the C library takes what the core takes, refuses the rest
// with the same words, and then has changed nothing.
func TestBoundsOfAmounts(t *testing.T) {
	runner := start(t)
	for _, mode := range []Mode{Single, Batched} {
		session := runner.Session(mode)
		opened, err := session.Open(core.Options{})
		require.NoError(t, err)
		direct, err := core.New(core.Options{})
		require.NoError(t, err)
		x, y := populate(t, opened), populate(t, direct)
		for _, b := range bounds {
			before := direct.Digest()
			err, same := b.call(direct, y), b.call(opened, x)
			if b.code == 0 {
				require.NoError(t, err, b.name)
				require.NoError(t, same, b.name)
			} else {
				require.ErrorIs(t, err, &core.Error{Code: b.code}, b.name)
				require.ErrorContains(t, err, b.text, b.name)
				require.EqualError(t, same, err.Error(), b.name)
				require.Equal(t, before, direct.Digest(), b.name)
			}
			digest, err := opened.(*Allocator).Digest()
			require.NoError(t, err)
			require.Equal(t, direct.Digest(), digest, b.name)
		}
		require.NoError(t, direct.Validate())
		require.NoError(t, session.Close())
	}
}
