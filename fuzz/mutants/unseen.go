package main

// unseen are faults that no check can see, and why they change nothing.
var unseen = map[string]string{
	"quantities/matrix.go: Grow: line 1: <": "what has as many rows already grows by none",
	"core/internal/ledger/agent_total.go: ApplyTotal: line 5: if false { resource.Poison(&x.Gone, &x.C...": "nobody keeps what is spoilt there",
	"sorter/name_labels.go: labelBetween: line 14: >":                                                      "labels are spread a little earlier, in the same order",
	"capi/submit.go: submit: line 7: ==":                                                                   "only a library that is built to be tested has bugs planted",
}
