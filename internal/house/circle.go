package house

import (
	"maps"
	"path"
	"slices"
)

// Circle returns the largest set of a package's files in which each needs each, directly or
// through others, sorted; a single file if none does. A file needs another if it names a
// function, type, method or field declared there. Files that a pattern of without matches
// (path.Match) do not count.
func (h *House) Circle(p *Package, without ...string) []string {
	needs := h.needs(p, without)
	reached := map[string]map[string]bool{}
	for name := range needs {
		reached[name] = map[string]bool{}
		reach(needs, name, reached[name])
	}
	var largest []string
	for _, name := range slices.Sorted(maps.Keys(needs)) {
		circle := maps.Clone(reached[name])
		maps.DeleteFunc(circle, func(other string, _ bool) bool { return !reached[other][name] })
		if len(circle) > len(largest) {
			largest = slices.Sorted(maps.Keys(circle))
		}
	}
	return largest
}

// reach adds a file, and those that it needs directly or through others, to reached.
func reach(needs map[string][]string, name string, reached map[string]bool) {
	reached[name] = true
	for _, needed := range needs[name] {
		if !reached[needed] {
			reach(needs, needed, reached)
		}
	}
}

// needs returns which files each file of a package needs, sorted.
func (h *House) needs(p *Package, without []string) map[string][]string {
	isLeftOut := func(file string) bool {
		return slices.ContainsFunc(without, func(pattern string) bool { ok, _ := path.Match(pattern, file); return ok })
	}
	needs := map[string][]string{}
	for _, file := range p.files {
		if name, _ := h.place(file.Package); !isLeftOut(name) {
			needs[name] = nil
		}
	}
	for used, object := range p.info.Uses {
		if object.Pkg() != p.types {
			continue
		}
		from, _ := h.place(used.Pos())
		to, _ := h.place(object.Pos())
		_, counts := needs[to]
		if _, ok := needs[from]; ok && counts && from != to {
			needs[from] = append(needs[from], to)
		}
	}
	for name, all := range needs {
		slices.Sort(all)
		needs[name] = slices.Compact(all)
	}
	return needs
}
