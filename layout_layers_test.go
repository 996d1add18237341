package apportion_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// layering are the layers of a module from the ground up: each is a list of folders, "." for the package at
// the root. A package belongs to the longest of them that it is in or below. It may import
// those of lower layers and of its own folder.
type layering [][]string

// layers are those of this module. The packages that core is made of stand between sorter and core.
var layers = layering{
	{".", "internal"},
	{"quantities"},
	{"sorter/policy", "internal/rows", "internal/fairness"},
	{"internal/order"},
	{"sorter"},
	{"core/internal/jsontext", "core/internal/assert"},
	{"core/alloc"},
	{"internal/hooks", "internal/linked"},
	{"calls"},
	{"core/internal/slots", "core/internal/fault"},
	{"core/internal/resource"},
	{"core/internal/filters"},
	{"core/internal/schedule", "core/internal/changes", "core/internal/shrinkorder", "core/explain"},
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

// breaches returns the imports of a module that run against its layers, packages
// that are in no layer, and folders without packages.
func (l layering) breaches(all []pack) (breaches []string) {
	used := map[string]bool{}
	for _, p := range all {
		own, level := l.find(p.path)
		used[own] = true
		if level < 0 {
			breaches = append(breaches, fmt.Sprintf("%s is in no layer", p.path))
			continue
		}
		for _, imported := range slices.Sorted(maps.Keys(p.Imports)) {
			imported = below(p.Module.Path, imported)
			if other, at := l.find(imported); imported != "" && at >= level && other != own {
				breaches = append(breaches, fmt.Sprintf("%s imports %s", p.path, imported))
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
func (l layering) find(path string) (folder string, level int) {
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
