package core_test

import (
	"fmt"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
)

// The amounts of metrics are told by the names of resources.
func ExampleView_Amounts() {
	a := must(core.New(alloc.Options{}))
	cpus, mem := must(a.InternKind(alloc.Kind{Name: "cpus"})), must(a.InternKind(alloc.Kind{Name: "mem"}))
	total := []alloc.Resource{alloc.ScalarOf(cpus, 4*alloc.Unit), alloc.ScalarOf(mem, 512*alloc.Unit)}
	must(a.AddAgent(alloc.AgentInfo{ID: "agent-1", Total: total}))

	var m core.Metrics
	a.Metrics(&m)
	for name, amount := range a.Amounts(m.Total) {
		fmt.Println(name, amount)
	}
	// Output:
	// cpus 4
	// mem 512
}
