package abi

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/fuzz/tape"
)

// mesosValues are values at the edge of what Mesos's master lets through: docs/mesos.md has the
// table. Amounts are in bounds_test.go, labels and the depth of roles in files of their own.
var mesosValues = []attempt{
	{"the longest id", 0, "", addAgent(strings.Repeat("i", 255))},
	{"an id of spaces, quotes and UTF-8", 0, "", addAgent("it's \"Müller\" & \xff")},
	{"an id too long", core.CodeName, "longer than 255", addAgent(strings.Repeat("i", 256))},
	{"an empty id", core.CodeName, "empty", addAgent("")},
	{"an id that is a folder", core.CodeName, "is no id", addAgent("..")},
	{"an id with a slash", core.CodeName, "a slash", addAgent("a/b")},
	{"an id with a backslash", core.CodeName, "a slash", addAgent("a\\b")},
	{"an id with a control character", core.CodeName, "control character", addAgent("a\x7f")},

	{"a long role", 0, "", declareRole(strings.Repeat("r", 100_000))},
	{"a role with quotes and UTF-8", 0, "", declareRole("it's/\"Müller\"/\x01\xff")},
	{"the default role", 0, "", declareRole("*")},
	{"an empty role", core.CodeName, "empty", declareRole("")},
	{"a role that starts with a slash", core.CodeName, "slash", declareRole("/r")},
	{"a role that ends with a slash", core.CodeName, "slash", declareRole("r/")},
	{"a role with two slashes", core.CodeName, "slashes", declareRole("r//s")},
	{"a role with the default role", core.CodeName, "component", declareRole("r/*")},
	{"a role with dots", core.CodeName, "component", declareRole("r/../s")},
	{"a role with a dash", core.CodeName, "dash", declareRole("r/-s")},
	{"a role with white space", core.CodeName, "white space", declareRole("r s")},

	{"the least weight", 0, "", setWeight(math.SmallestNonzeroFloat64)},
	{"the largest weight", 0, "", setWeight(math.MaxFloat64)},
	{"a weight of zero", core.CodeInvalid, "0 is not a positive number", setWeight(0)},
	{"a weight below zero", core.CodeInvalid, "-1 is not a positive number", setWeight(-1)},
	{"a weight without end", core.CodeInvalid, "+Inf is not a positive number", setWeight(math.Inf(1))},
	{"a weight that is no number", core.CodeInvalid, "NaN is not a positive number", setWeight(math.NaN())},

	{"quota of a nameless resource", core.CodeName, "a resource name is empty", func(a tape.Target, x *things) error {
		return a.SetQuota(x.other, core.Quota{Limits: []core.Quantity{{Amount: 1}}})
	}},
	{"quota of a nested role", core.CodeInvalid, "only top-level roles may have quota", func(a tape.Target, x *things) error {
		nested, err := a.InternRole("r/nested")
		if err != nil {
			return err
		}
		return a.SetQuota(nested, core.Quota{Limits: []core.Quantity{{Name: "cpus", Amount: 1}}})
	}},

	{"all ports that there could be", 0, "", addWith("ports", core.Ranges, span(0, math.MaxUint64))},
	{"ports from behind", core.CodeInvalid, "inverted", addWith("more", core.Ranges, span(2, 1))},
	{"ports twice", core.CodeInvalid, "overlaps another", addWith("more", core.Ranges, span(10, 20), span(5, 15))},
	{"a long item of a set", 0, "", declareItem(strings.Repeat("i", 100_000))},
	{"an empty item of a set", 0, "", declareItem("")},

	{"a long name", 0, "", declareKind(core.Kind{Name: strings.Repeat("n", 100_000)})},
	{"a nameless resource", core.CodeName, "empty", declareKind(core.Kind{})},
	{"a disk of ranges", core.CodeInvalid, "a disk's amount is a scalar", declareKind(core.Kind{Name: "disk", Type: core.Ranges, Disk: &core.Disk{}})},
	{"memory on a disk", core.CodeInvalid, "only disk may describe a disk", declareKind(core.Kind{Name: "mem", Disk: &core.Disk{}})},
	{"a shared resource that is no volume", core.CodeInvalid, "only a persistent volume can be shared", declareKind(core.Kind{Name: "disk", Shared: true})},
	{"a reservation for the default role", core.CodeInvalid, "cannot be reserved", reserve("*")},
	{"a refined reservation", 0, "", reserve("r", "r/s", "r/s/t")},
	{"a reservation that refines none", core.CodeInvalid, "does not refine", reserve("r", "rs")},

	{"maintenance long ago", 0, "", planMaintenance(math.MinInt64, math.MaxInt64)},
	{"maintenance of less than no time", core.CodeInvalid, "negative", planMaintenance(0, -1)},
}

func declareRole(path string) func(tape.Target, *things) error {
	return func(a tape.Target, _ *things) error {
		_, err := a.InternRole(path)
		return err
	}
}

func declareItem(name string) func(tape.Target, *things) error {
	return func(a tape.Target, _ *things) error {
		_, err := a.InternItem(name)
		return err
	}
}

func declareKind(k core.Kind) func(tape.Target, *things) error {
	return func(a tape.Target, _ *things) error {
		_, err := a.InternKind(k)
		return err
	}
}

func reserve(roles ...string) func(tape.Target, *things) error {
	k := core.Kind{Name: "cpus"}
	for _, r := range roles {
		k.Reservations = append(k.Reservations, core.Reservation{Type: core.Dynamic, Role: r})
	}
	return declareKind(k)
}

func setWeight(weight float64) func(tape.Target, *things) error {
	return func(a tape.Target, x *things) error {
		return a.SetWeights([]core.RoleWeight{{Role: x.other, Weight: weight}})
	}
}

func planMaintenance(start, duration int64) func(tape.Target, *things) error {
	return func(a tape.Target, x *things) error {
		return a.UpdateUnavailability(x.agent, &core.Unavailability{Start: core.Time(start), Duration: time.Duration(duration)})
	}
}

func span(begin, end uint64) core.Resource { return core.Resource{Begin: begin, End: end} }

// addWith adds an agent of that id with intervals of a resource of that name.
func addWith(name string, kind core.ValueType, intervals ...core.Resource) func(tape.Target, *things) error {
	return func(a tape.Target, _ *things) error {
		id, err := a.InternKind(core.Kind{Name: name, Type: kind})
		if err != nil {
			return err
		}
		for i := range intervals {
			intervals[i].Kind = id
		}
		_, err = a.AddAgent(core.AgentInfo{ID: name, Total: intervals})
		return err
	}
}

// TestMesosValues: what Mesos's validators let through is accepted, or refused with
// words that say why, by the core and by the C library alike.
func TestMesosValues(t *testing.T) { requireTheSame(t, mesosValues, true) }
