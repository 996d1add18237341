package house

import (
	"fmt"
	"strings"
)

// Layers of a module from the ground up: each is a list of folders, "." for the package at
// the root. A package belongs to the longest of them that it is in or below. It may import
// those of lower layers and of its own folder.
type Layers [][]string

// Apportion are the layers of this module. The packages that core is made of stand
// between sorter and core.
var Apportion = Layers{
	{".", "internal"},
	{"quantities"},
	{"sorter/policy", "internal/rows", "internal/fairness"},
	{"internal/order"},
	{"sorter"},
	{"core/internal/jsontext", "core/internal/text", "core/internal/assert"},
	{"core/internal/resource"},
	{"core/alloc"},
	{"internal/hooks", "internal/linked"},
	{"calls"},
	{"core/internal/slots", "core/internal/fault"},
	{"core/internal/filters"},
	{"core/internal/schedule", "core/internal/changes", "core/internal/kinds", "core/internal/shrinkorder", "core/explain"},
	{"core/internal/roles"},
	{"core/internal/agents", "core/internal/lending"},
	{"core/internal/frameworks", "core/internal/agentorder"},
	{"core/internal/ledger"},
	{"core/internal/eligibility", "core/mesostest/vectors"},
	{"core/internal/state"},
	{"core/internal/statetest"},
	{"core/internal/demand"},
	{"core/internal/cycle"},
	{"core/internal/examine", "core/internal/standing"},
	{"core/internal/persist"},
	{"core"},
	{"history", "internal/report"},
	{"view"},
	{"journal"},
	{"sim/internal/shapes", "sim/internal/vector"},
	{"sim/scenario"},
	{"sim/habits", "sim/results"},
	{"sim"},
	{"sim/internal/simtest", "sim/comparison"},
	{"sim/present"},
	{"capi", "fuzz"},
	{"bench"},
	{"cmd"},
}

// Breaches returns the imports of a module that run against its layers, packages
// that are in no layer, and folders without packages.
func (l Layers) Breaches(h *House) []string {
	var breaches []string
	used := map[string]bool{}
	for _, p := range h.Packages {
		own, level := l.find(p.Path)
		used[own] = true
		if level < 0 {
			breaches = append(breaches, fmt.Sprintf("%s is in no layer", p.Path))
			continue
		}
		for _, imported := range p.Imports {
			if other, below := l.find(imported); below >= level && other != own {
				breaches = append(breaches, fmt.Sprintf("%s imports %s", p.Path, imported))
			}
		}
	}
	for _, layer := range l {
		for _, folder := range layer {
			if !used[folder] {
				breaches = append(breaches, fmt.Sprintf("no package is in %s", folder))
			}
		}
	}
	return breaches
}

// find returns the folder that stands for a package, and its layer's index, -1 if
// there is none.
func (l Layers) find(path string) (folder string, level int) {
	level = -1
	for i, layer := range l {
		for _, each := range layer {
			if len(each) > len(folder) && (path == each || strings.HasPrefix(path, each+"/")) {
				folder, level = each, i
			}
		}
	}
	return folder, level
}
