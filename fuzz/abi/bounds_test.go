package abi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/quantities"
)

// An attempt is a call, and what becomes of it.
type attempt struct {
	name string
	code alloc.Code // 0: accepted
	text string
	call func(sequence.Target, *things) error
}

// bounds are calls just below what is too much and just above it, one after the
// other.
var bounds = []attempt{
	{"an amount beyond the largest, with others", alloc.CodeLimit, "the cluster's cpus would exceed 9223372036854775.807", addAgent("x", quantities.MaxSum)},
	{"two amounts of a kind beyond it", alloc.CodeLimit, "the sum of cpus would exceed 9223372036854775.807", addAgent("x", quantities.MaxSum, 1)},
	{"an amount below zero", alloc.CodeAmount, "cpus of -0.001 is negative", addAgent("x", -1)},
	{"an amount that doubles hold", 0, "", addAgent("x", quantities.MaxAmount)},
	{"pieces in use", 0, "", addUsed(quantities.MaxAmount, quantities.MaxAmount)},
	{"an operation that joins them to more than doubles hold", 0, "", func(a sequence.Target, x *things) error {
		pieces := []alloc.Resource{alloc.ScalarOf(x.cpus, quantities.MaxAmount), alloc.ScalarOf(x.reserved, quantities.MaxAmount)}
		joined := []alloc.Resource{alloc.ScalarOf(x.reserved, 2*quantities.MaxAmount)}
		return do(a, &calls.UpdateAllocation{Framework: x.framework, Agent: x.last, Role: x.role, Offered: pieces,
			Conversions: []alloc.Conversion{{Consumed: pieces, Converted: joined}}})
	}},
	{"telling that it is in use", 0, "", transition(0, 2*quantities.MaxAmount)},
	{"telling more than is held", alloc.CodeNotAllocated, "and not cpus(r):9223372036854775.807", transition(0, quantities.MaxSum)},
	{"without these", 0, "", removeLast},
	{"half of all in use", 0, "", addUsed(quantities.MaxSum/2, 0)},
	{"telling it once more", 0, "", transition(quantities.MaxSum/2, 0)},
	{"telling it once too often", alloc.CodeLimit, "the sum of cpus that was told to be in use would exceed", transition(quantities.MaxSum/2, 0)},
	{"without that", 0, "", removeLast},
	{"a guarantee below zero", alloc.CodeAmount, "negative", setQuota(-1, 0)},
	{"a guarantee of a trillion", 0, "", setQuota(1e12*alloc.Unit, 1e12*alloc.Unit)},
	{"a guarantee above its limit", alloc.CodeInvalid, "exceeds its limit of 1000000000000", setQuota(1e12*alloc.Unit+1, 1e12*alloc.Unit)},
	{"the largest guarantee and limit", 0, "", setQuota(quantities.MaxSum, quantities.MaxSum)},
	{"a minimum below zero", alloc.CodeAmount, "negative", setMinimum(-1)},
	{"the largest minimum", 0, "", setMinimum(quantities.MaxSum)},
	{"all that can be counted", 0, "", addAgent("full", quantities.MaxSum-quantities.MaxAmount-1000)}, // of agents x and a
	{"an agent too many", alloc.CodeLimit, `agent "y": the cluster's cpus would exceed 9223372036854775.807`, addAgent("y", 1)},
	{"use too much", alloc.CodeLimit, "the cluster's cpus would exceed", func(a sequence.Target, x *things) error {
		_, err := answered[alloc.AgentID](a, &calls.AddAgent{ID: "y", Used: []alloc.Usage{{Framework: "z", Role: x.role, Resources: []alloc.Resource{alloc.ScalarOf(x.cpus, 1)}}}})
		return err
	}},
	{"a total too large", alloc.CodeLimit, "the cluster's cpus would exceed", setTotal(1001)},
	{"a provider too many", alloc.CodeLimit, "the cluster's cpus would exceed", func(a sequence.Target, x *things) error {
		return do(a, &calls.AddResourceProvider{Agent: x.agent, Total: []alloc.Resource{alloc.ScalarOf(x.reserved, 1)}, Used: nil})
	}},
	{"a smaller total", 0, "", setTotal(999)},
	{"an agent in its place", 0, "", addAgent("y", 1)},
}

func addAgent(id string, amounts ...alloc.Amount) func(sequence.Target, *things) error {
	return func(a sequence.Target, x *things) error {
		info := alloc.AgentInfo{ID: id}
		for _, q := range amounts {
			info.Total = append(info.Total, alloc.ScalarOf(x.cpus, q))
		}
		_, err := answered[alloc.AgentID](a, new(calls.AddAgent(info)))
		return err
	}
}

// addUsed adds an agent that the framework uses all of: unreserved and reserved cpus.
func addUsed(cpus, reserved alloc.Amount) func(sequence.Target, *things) error {
	return func(a sequence.Target, x *things) (err error) {
		all := []alloc.Resource{alloc.ScalarOf(x.cpus, cpus), alloc.ScalarOf(x.reserved, reserved)}
		x.last, err = answered[alloc.AgentID](a, &calls.AddAgent{ID: "used", Total: all, Used: []alloc.Usage{{Framework: "f", Role: x.role, Resources: all}}})
		return err
	}
}

func removeLast(a sequence.Target, x *things) error { return do(a, &calls.RemoveAgent{Agent: x.last}) }

func transition(cpus, reserved alloc.Amount) func(sequence.Target, *things) error {
	return func(a sequence.Target, x *things) error {
		return do(a, &calls.TransitionOfferedToAllocated{Agent: x.last, Role: x.role, Resources: []alloc.Resource{alloc.ScalarOf(x.cpus, cpus), alloc.ScalarOf(x.reserved, reserved)}})
	}
}

func setTotal(amount alloc.Amount) func(sequence.Target, *things) error {
	return func(a sequence.Target, x *things) error {
		return do(a, &calls.UpdateAgent{Agent: x.agent, Update: alloc.AgentUpdate{Hostname: new(string), Region: new(string), Total: &[]alloc.Resource{alloc.ScalarOf(x.cpus, amount)}}})
	}
}

func setQuota(guarantee, limit alloc.Amount) func(sequence.Target, *things) error {
	return func(a sequence.Target, x *things) error {
		return do(a, &calls.SetQuota{Role: x.other, Quota: alloc.Quota{Guarantees: []alloc.Quantity{{Name: "cpus", Amount: guarantee}}, Limits: []alloc.Quantity{{Name: "cpus", Amount: limit}}}})
	}
}

func setMinimum(amount alloc.Amount) func(sequence.Target, *things) error {
	return func(a sequence.Target, x *things) error {
		return do(a, &calls.UpdateFramework{Framework: x.framework, Update: alloc.FrameworkUpdate{
			Capabilities: new(alloc.Capabilities), Roles: &[]alloc.RoleID{x.role}, Suppressed: &[]alloc.RoleID{},
			MinAllocatable: &[]alloc.RoleMinimum{{Role: x.role, Lists: [][]alloc.Quantity{{{Name: "cpus", Amount: amount}}}}},
		}})
	}
}

func TestBoundsOfAmounts(t *testing.T) { requireTheSame(t, bounds, false) }

// requireTheSame holds the C library to the core: it takes what the core takes, and refuses the
// rest with the same words. Then neither has changed anything, but for kinds that were declared.
func requireTheSame(t *testing.T, attempts []attempt, declared bool) {
	t.Helper()
	runner := start(t)
	for _, mode := range []Mode{Single, Batched} {
		session := runner.Session(mode)
		opened, err := session.Open(alloc.Options{})
		require.NoError(t, err)
		direct, err := core.New(alloc.Options{})
		require.NoError(t, err)
		x, y := populate(t, opened), populate(t, sequence.Core{Allocator: direct})
		for _, one := range attempts {
			before := direct.Digest()
			err, same := one.call(sequence.Core{Allocator: direct}, y), one.call(opened, x)
			if one.code == 0 {
				require.NoError(t, err, one.name)
				require.NoError(t, same, one.name)
			} else {
				require.ErrorIs(t, err, &alloc.Error{Code: one.code}, one.name)
				require.ErrorContains(t, err, one.text, one.name)
				require.EqualError(t, same, err.Error(), one.name)
				require.True(t, declared || before == direct.Digest(), one.name)
			}
			digest, err := opened.(*Allocator).Digest()
			require.NoError(t, err)
			require.Equal(t, direct.Digest(), digest, one.name)
		}
		require.NoError(t, direct.Validate())
		require.NoError(t, session.Close())
	}
}
