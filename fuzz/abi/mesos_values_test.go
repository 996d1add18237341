package abi

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/sequence"
)

// mesosValues are values at the edge of what Mesos's master lets through: docs/mesos.md has the
// table. Amounts are in bounds_test.go, labels and the depth of roles in files of their own.
var mesosValues = []attempt{
	{"the longest id", 0, "", addAgent(strings.Repeat("i", 255))},
	{"an id of spaces, quotes and UTF-8", 0, "", addAgent("it's \"Müller\" & \xff")},
	{"an id too long", alloc.CodeName, "longer than 255", addAgent(strings.Repeat("i", 256))},
	{"an empty id", alloc.CodeName, "empty", addAgent("")},
	{"an id that is a folder", alloc.CodeName, "is no id", addAgent("..")},
	{"an id with a slash", alloc.CodeName, "a slash", addAgent("a/b")},
	{"an id with a backslash", alloc.CodeName, "a slash", addAgent("a\\b")},
	{"an id with a control character", alloc.CodeName, "control character", addAgent("a\x7f")},

	{"a long role", 0, "", declareRole(strings.Repeat("r", 100_000))},
	{"a role with quotes and UTF-8", 0, "", declareRole("it's/\"Müller\"/\x01\xff")},
	{"the default role", 0, "", declareRole("*")},
	{"an empty role", alloc.CodeName, "empty", declareRole("")},
	{"a role that starts with a slash", alloc.CodeName, "slash", declareRole("/r")},
	{"a role that ends with a slash", alloc.CodeName, "slash", declareRole("r/")},
	{"a role with two slashes", alloc.CodeName, "slashes", declareRole("r//s")},
	{"a role with the default role", alloc.CodeName, "component", declareRole("r/*")},
	{"a role with dots", alloc.CodeName, "component", declareRole("r/../s")},
	{"a role with a dash", alloc.CodeName, "dash", declareRole("r/-s")},
	{"a role with white space", alloc.CodeName, "white space", declareRole("r s")},

	{"the least weight", 0, "", setWeight(math.SmallestNonzeroFloat64)},
	{"the largest weight", 0, "", setWeight(math.MaxFloat64)},
	{"a weight of zero", alloc.CodeInvalid, "0 is not a positive number", setWeight(0)},
	{"a weight below zero", alloc.CodeInvalid, "-1 is not a positive number", setWeight(-1)},
	{"a weight without end", alloc.CodeInvalid, "+Inf is not a positive number", setWeight(math.Inf(1))},
	{"a weight that is no number", alloc.CodeInvalid, "NaN is not a positive number", setWeight(math.NaN())},

	{"quota of a nameless resource", alloc.CodeName, "a resource name is empty", func(a sequence.Target, x *things) error {
		return do(a, &calls.SetQuota{Role: x.other, Quota: alloc.Quota{Limits: []alloc.Quantity{{Amount: 1}}}})
	}},
	{"quota of a nested role", alloc.CodeInvalid, "only top-level roles may have quota", func(a sequence.Target, x *things) error {
		nested, err := answered[alloc.RoleID](a, &calls.InternRole{Path: "r/nested"})
		if err != nil {
			return err
		}
		return do(a, &calls.SetQuota{Role: nested, Quota: alloc.Quota{Limits: []alloc.Quantity{{Name: "cpus", Amount: 1}}}})
	}},

	{"all ports that there could be", 0, "", addWith("ports", alloc.Ranges, span(0, math.MaxUint64))},
	{"ports from behind", alloc.CodeInvalid, "inverted", addWith("more", alloc.Ranges, span(2, 1))},
	{"ports twice", alloc.CodeInvalid, "overlaps another", addWith("more", alloc.Ranges, span(10, 20), span(5, 15))},
	{"a long item of a set", 0, "", declareItem(strings.Repeat("i", 100_000))},
	{"an empty item of a set", 0, "", declareItem("")},

	{"a long name", 0, "", declareKind(alloc.Kind{Name: strings.Repeat("n", 100_000)})},
	{"a nameless resource", alloc.CodeName, "empty", declareKind(alloc.Kind{})},
	{"a disk of ranges", alloc.CodeInvalid, "a disk's amount is a scalar", declareKind(alloc.Kind{Name: "disk", Type: alloc.Ranges, Disk: &alloc.Disk{}})},
	{"memory on a disk", alloc.CodeInvalid, "only disk may describe a disk", declareKind(alloc.Kind{Name: "mem", Disk: &alloc.Disk{}})},
	{"a shared resource that is no volume", alloc.CodeInvalid, "only a persistent volume can be shared", declareKind(alloc.Kind{Name: "disk", Shared: true})},
	{"a reservation for the default role", alloc.CodeInvalid, "cannot be reserved", reserve("*")},
	{"a refined reservation", 0, "", reserve("r", "r/s", "r/s/t")},
	{"a reservation that refines none", alloc.CodeInvalid, "does not refine", reserve("r", "rs")},

	{"maintenance long ago", 0, "", planMaintenance(math.MinInt64, math.MaxInt64)},
	{"maintenance of less than no time", alloc.CodeInvalid, "negative", planMaintenance(0, -1)},
}

func declareRole(path string) func(sequence.Target, *things) error {
	return func(a sequence.Target, _ *things) error {
		_, err := answered[alloc.RoleID](a, &calls.InternRole{Path: path})
		return err
	}
}

func declareItem(name string) func(sequence.Target, *things) error {
	return func(a sequence.Target, _ *things) error {
		_, err := answered[uint64](a, &calls.InternItem{Name: name})
		return err
	}
}

func declareKind(k alloc.Kind) func(sequence.Target, *things) error {
	return func(a sequence.Target, _ *things) error {
		_, err := answered[alloc.KindID](a, new(calls.InternKind(k)))
		return err
	}
}

func reserve(roles ...string) func(sequence.Target, *things) error {
	k := alloc.Kind{Name: "cpus"}
	for _, r := range roles {
		k.Reservations = append(k.Reservations, alloc.Reservation{Type: alloc.Dynamic, Role: r})
	}
	return declareKind(k)
}

func setWeight(weight float64) func(sequence.Target, *things) error {
	return func(a sequence.Target, x *things) error {
		return do(a, &calls.SetWeights{Weights: []alloc.RoleWeight{{Role: x.other, Weight: weight}}})
	}
}

func planMaintenance(start, duration int64) func(sequence.Target, *things) error {
	return func(a sequence.Target, x *things) error {
		return do(a, &calls.UpdateUnavailability{Agent: x.agent, Unavailability: &alloc.Unavailability{Start: alloc.Time(start), Duration: time.Duration(duration)}})
	}
}

func span(begin, end uint64) alloc.Resource { return alloc.Resource{Begin: begin, End: end} }

// addWith adds an agent of that id with intervals of a resource of that name.
func addWith(name string, kind alloc.ValueType, intervals ...alloc.Resource) func(sequence.Target, *things) error {
	return func(a sequence.Target, _ *things) error {
		id, err := answered[alloc.KindID](a, &calls.InternKind{Name: name, Type: kind})
		if err != nil {
			return err
		}
		for i := range intervals {
			intervals[i].Kind = id
		}
		_, err = answered[alloc.AgentID](a, &calls.AddAgent{ID: name, Total: intervals})
		return err
	}
}

// TestMesosValues: what Mesos's validators let through is accepted, or refused with
// words that say why, by the core and by the C library alike.
func TestMesosValues(t *testing.T) { requireTheSame(t, mesosValues, true) }
