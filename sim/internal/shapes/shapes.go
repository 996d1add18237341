// Package shapes is the table of machines and tasks in the shapes of a production
// cluster: those of the public openb trace (openb_node_list_all_node.csv and
// openb_pod_list_default.csv of alibaba/clusterdata, cluster-trace-gpu-v2023), by
// size and how many there are of each.
//
// GPU models are left out, since Mesos only counts GPUs. A task that shares a GPU
// with others counts with a whole one, since Mesos hands out no parts of GPUs.
//
// bench/cluster reads the same two files when it is built.
package shapes

import (
	_ "embed"
	"fmt"
	"strings"
)

var (
	//go:embed machines.csv
	machinesText string
	//go:embed tasks.csv
	tasksText string
)

// A Shape is a size, and how many there are of it.
type Shape struct {
	CPUMilli, MemoryMB, GPUs, Count int
}

// Machines are the machines of the table.
func Machines() []Shape { return parse(machinesText) }

// Tasks are the tasks of the table.
func Tasks() []Shape { return parse(tasksText) }

func parse(text string) []Shape {
	var list []Shape
	lines := strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range lines[1:] {
		var s Shape
		if _, err := fmt.Sscanf(line, "%d,%d,%d,%d", &s.CPUMilli, &s.MemoryMB, &s.GPUs, &s.Count); err != nil {
			panic("shapes: " + line + ": " + err.Error())
		}
		list = append(list, s)
	}
	return list
}
