package main

import "regexp"

// aside are files that a hunt has no business in, and why.
var aside = []struct {
	files *regexp.Regexp
	why   string
}{
	{regexp.MustCompile(`invariants|internal/[a-z]+/validate`), "the invariants' own complaints, which are for a broken allocator"},
	{regexp.MustCompile(`^core/(explain_(text|json)|state_json|metrics_json)`), "explanations and state as text, which core's tests compare word by word"},
	{regexp.MustCompile(`^core/internal/jsontext/`), "text that core's tests compare"},
}

// reasonFor is why a file is left out, empty if it is not.
func reasonFor(file string) string {
	for _, a := range aside {
		if a.files.MatchString(file) {
			return a.why
		}
	}
	return ""
}

// elsewhere are files of which a hunt reaches a part, and who reaches the rest.
var elsewhere = []struct {
	files *regexp.Regexp
	why   string
}{
	{regexp.MustCompile(`/snapshot|/save|_save`), "what is wrong in a snapshot, which FuzzRestore and core's tests damage"},
	{regexp.MustCompile(`^core/(explain|describe|options_in_force|ledger_queries|metrics|last_offer|offer_digest|inverse_offers)|standing`), "what is only asked, of the C library by libFuzzer, and by core's tests word by word"},
	{regexp.MustCompile(`validation|limits|^core/(options|kind|capabilities|enum|error|handle|id_|quantity|policies|ranks|minimum|offer_constraints|release|agent_add|framework_add|recover_resources|resource_provider|transition|update_|conversion)|policy_parameters|sorter/errors`), "arguments that are refused, which the table of fuzz/check has, and limits that a test has to lower"},
	{regexp.MustCompile(`^quantities/|name_labels|agent_allocations|totals|name_set|name_references`), "hundreds of resource names, and amounts as text, which the tests of quantities and sorter have"},
	{regexp.MustCompile(`^sorter/(policy|ordering|rank|clients|random|selection)`), "policies of one's own and misuse of a sorter, which sorter's tests and policytest have"},
}

// elsewhereFor says who reaches what a hunt does not of a file.
func elsewhereFor(file string) string {
	for _, e := range elsewhere {
		if e.files.MatchString(file) {
			return e.why
		}
	}
	return "not known to be reached elsewhere"
}
