package main

import (
	"fmt"
	"strconv"
	"strings"
)

// enumeration is a class of constants.
type enumeration struct {
	prefix string // of its constants, or their names, if it begins with a space
	name   string // of Python's class
	base   string // of that class
	text   string // about it
	core   string // the prefix of the core's names; "-" if the core has none of them
}

var enumerations = []enumeration{
	{"ORDERED_BY_", "OrderedBy", "IntEnum", "A policy without its parameters, in metrics.", "-"},
	{"POLICY_OF_", "PolicyOf", "IntEnum", "What Allocator.set_policy sets the policy of: the roles below a role and their\n    frameworks, or one of the two.", "Scope"},
	{"ORDER_", "Order", "IntEnum", "In which order a cycle visits agents.", "Order"},
	{"CAP_", "Capability", "IntFlag", "Of a framework, an agent, or both; see apportion.h. MODERN_AGENT has those of\n    every agent of today's Mesos.", ""},
	{" SCALAR RANGES SET ", "Type", "IntEnum", "Of a kind: an amount, intervals of numbers, or of numbers of items.", ""},
	{" STATIC DYNAMIC ", "ReservationType", "IntEnum", "Of the agent's operator, or made by a call.", ""},
	{"DISK_", "DiskSource", "IntEnum", "Of which sort of disk a resource is a part.", ""},
	{"INVERSE_", "InverseAnswer", "IntEnum", "To an inverse offer. NONE: it was rescinded or timed out.", ""},
	{"LEND_", "Lend", "IntFlag", "What a role lends of: its guarantee, its reservations.", "-"},
	{"RECALL_", "RecallStage", "IntEnum", "What becomes of a recall.", "Recall"},
	{"OP_", "Operation", "IntEnum", "What a Batch is made of, by the name of the method.", "-"},
}

// member returns the name that a constant has in an enumeration.
func (e *enumeration) member(c constant) (string, bool) {
	if e.prefix[0] == ' ' {
		return c.name, strings.Contains(e.prefix, " "+c.name+" ")
	}
	name, ok := strings.CutPrefix(c.name, e.prefix)
	return name, ok && !strings.HasSuffix(name, "MIN_SIZE")
}

// coresOwn is the greatest of the codes that the core has, too.
const coresOwn = -100

// constantsOfGo returns the names of codes, and a check that the header's numbers
// are the core's: an index that is not zero is out of range of an array of one.
func constantsOfGo(h *header, _ string) (string, error) {
	var names, checks strings.Builder
	check := func(name, core string) {
		fmt.Fprintf(&checks, "\t_ = [1]struct{}{}[APPORTION_%s^alloc.%s]\n", name, core)
	}
	for _, c := range h.constants {
		if name, ok := strings.CutPrefix(c.name, "E_"); ok {
			fmt.Fprintf(&names, "\tAPPORTION_%s: %q,\n", c.name, name)
			if n, err := strconv.Atoi(c.value); err == nil && n <= coresOwn {
				check(c.name, "Code"+goName(name))
			}
		}
		for _, e := range enumerations {
			if name, ok := e.member(c); ok && e.core != "-" {
				core := e.core + goName(name)
				if c.name == "INVERSE_NONE" {
					core = "NoStatus"
				}
				check(c.name, core)
			}
		}
	}
	return formatted(goHead + `import "github.com/apportion/apportion/core/alloc"

// codeNames has what follows APPORTION_E_ in the header, by code.
var codeNames = map[int32_t]string{
	APPORTION_OK: "OK",
` + names.String() + `}

// The header's numbers and the core's are the same.
func _() {
` + checks.String() + "}\n")
}
