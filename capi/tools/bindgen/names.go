package main

import (
	"cmp"
	"fmt"
	"strings"
)

// otherNames are the calls that are not called alike everywhere, in C++, Go and Python: a
// method of the allocator, or what does it. "" is the same name, and - that there is none.
var otherNames = map[string][3]string{
	"abi_version":          {"-", "-", ""},
	"version":              {"version()", "-", ""},
	"code_name":            {"error::name()", "Code.String()", ""},
	"last_error":           {"", "the error", "the text of the Error"},
	"similar_names":        {"similar_names()", "-", ""},
	"create":               {"allocator()", "New()", "Allocator()"},
	"restore":              {"restore()", "Restore()", ""},
	"destroy":              {"~allocator()", "-", "close"},
	"declare_role":         {"", "InternRole", ""},
	"declare_kind":         {"", "InternKind", ""},
	"declare_item":         {"", "InternItem", ""},
	"clear_whitelist":      {"", "SetWhitelist", ""},
	"transition":           {"", "TransitionOfferedToAllocated", ""},
	"agent_held":           {"", "OfferedOrAllocated", ""},
	"agent_allocated":      {"", "Allocated", ""},
	"inverse_statuses":     {"", "InverseOfferStatuses", ""},
	"next_deadline":        {"", "", "next_deadline_nanos"},
	"now":                  {"", "", "now_nanos"},
	"run_due":              {"", "Advance, Allocate, NextDeadline", ""},
	"cycle_offers":         {"read_cycle", "Allocate", "allocate"},
	"cycle_resources":      {"read_cycle", "Allocate", "allocate"},
	"cycle_inverse_offers": {"read_cycle", "Allocate", "allocate"},
	"cycle_recalls":        {"read_cycle", "Allocate", "allocate"},
	"cycle_headroom":       {"read_headroom", "Allocate", "allocate"},
	"submit":               {"", "-", ""},
	"explained_text":       {"explain", "Explain", "explain"},
	"explained_json":       {"explain", "Explain", "explain"},
	"gather_metrics":       {"", "Metrics", ""},
	"gathered_metrics":     {"", "Metrics", ""},
	"metrics_roles":        {"gather_metrics", "Metrics", "gather_metrics"},
	"metrics_keys":         {"gather_metrics", "Metrics", "gather_metrics"},
	"metrics_quantities":   {"gather_metrics", "Metrics", "gather_metrics"},
	"metrics_subscriptions": {
		"gather_metrics", "Metrics", "gather_metrics"},
	"metrics_loans":    {"gather_metrics", "Metrics", "gather_metrics"},
	"metrics_overdue":  {"gather_metrics", "Metrics", "gather_metrics"},
	"state_json":       {"", "AppendState", ""},
	"gather_state":     {"", "AppendState", ""},
	"gathered_state":   {"", "AppendState", ""},
	"view_file":        {"view_file()", "page.File()", ""},
	"view_headers":     {"view_headers()", "page.Headers()", ""},
	"gather_view":      {"", "live.Feed.Ask()", ""},
	"gathered_view":    {"", "live.Answer()", ""},
	"start_recording":  {"", "journal.Open()", ""},
	"stop_recording":   {"", "journal.Recorder.Stop()", ""},
	"recording_status": {"", "journal.Recorder.Status()", ""},
	"recording_gap":    {"", "journal.Recorder.Status()", ""},
}

// names writes the table of what a call is called in each language.
func names(h *header, _ string) (string, error) {
	var b strings.Builder
	b.WriteString(`# The names of each call

The columns are C's functions, the methods of ` + "`apportion::allocator`" + ` in C++, of
` + "`core.Allocator`" + ` in Go and of ` + "`Allocator`" + ` in Python. With
parentheses it is a function or a constructor, without them a method.
` + "`make bindings`" + ` writes this page.

Some names differ by more than their form: Go has ` + "`Intern...`" + ` for ` + "`declare_...`" + `,
` + "`OfferedOrAllocated`" + ` for ` + "`agent_held`" + `, ` + "`TransitionOfferedToAllocated`" + ` for
` + "`transition`" + `, and asks a ` + "`View`" + ` where the others have ` + "`gather_...`" + `.

| C | C++ | Go | Python |
| --- | --- | --- | --- |
`)
	for _, f := range h.functions {
		name := strings.TrimPrefix(f.name, "apportion_")
		other := otherNames[name]
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.name, quotedName(cmp.Or(other[0], name)),
			quotedName(cmp.Or(other[1], camelCase(name, nil))), quotedName(cmp.Or(other[2], name)))
	}
	b.WriteString(`
## What arguments mean

| | C | C++ | Go | Python |
| --- | --- | --- | --- | --- |
| 8 cpus | ` + "`{kind, 0, 8000, 0, 0}` | `scalar(cpus, 8 * unit)` | `alloc.ScalarOf(cpus, 8*alloc.Unit)` | `scalar(cpus, 8)`" + ` |
| a bare number for an amount | thousandths | does not compile | thousandths, as ` + "`alloc.Amount`" + ` says | units; thousandths where the name says ` + "`milli`" + ` |
| an amount of an answer | thousandths | thousandths | ` + "`alloc.Amount` | `.milli`; `.amount`, a `Decimal` of units" + ` |
| a time | nanoseconds | nanoseconds | ` + "`alloc.Time`, `time.Duration` | `_nanos`; `nanos(1.5)`" + ` |
| to refuse for 0, for less | no filter, the protocol's 5 s | the same | the same | the same |
| an id that nobody has, to find | ` + "`APPORTION_E_UNKNOWN_AGENT` | `std::nullopt` | `false` | `UnknownAgentError`" + ` |
| a file that the page lacks | ` + "`APPORTION_E_NAME` | `std::nullopt` | `false` | `None`" + ` |
| an agent's capabilities, left out | none; an ` + "`_INIT`" + ` macro has a modern agent's | a modern agent's | a modern agent's | a modern agent's |
| capabilities of 0 | none | none | none | none |
`)
	return b.String(), nil
}

// quotedName is a name as code. A phrase, which begins with "the", is none.
func quotedName(name string) string {
	switch {
	case name == "-":
		return ""
	case strings.HasPrefix(name, "the "):
		return name
	}
	return "`" + strings.ReplaceAll(name, ", ", "`, `") + "`"
}
