package house

import (
	"cmp"
	"path"
	"slices"
)

// Circle returns the largest set of a package's files in which each needs each, directly or
// through others, sorted; a single file if none does. A file needs another if it names a
// function, type, method or field declared there. Files that a pattern of without matches
// (path.Match) do not count.
func (h *House) Circle(p *Package, without ...string) []string {
	needs := h.needs(p, without)
	names := make([]string, 0, len(needs))
	for name := range needs {
		names = append(names, name)
	}
	slices.Sort(names)
	s := &search{needs: needs, index: map[string]int{}, low: map[string]int{}, pending: map[string]bool{}}
	for _, name := range names {
		if s.index[name] == 0 {
			s.visit(name)
		}
	}
	slices.Sort(s.largest)
	return s.largest
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

// search is Tarjan's, for the largest strongly connected component.
type search struct {
	needs      map[string][]string
	index, low map[string]int // from 1 on
	path       []string
	pending    map[string]bool // on path
	largest    []string
}

func (s *search) visit(name string) {
	s.index[name] = len(s.index) + 1
	s.low[name] = s.index[name]
	s.path = append(s.path, name)
	s.pending[name] = true
	for _, needed := range s.needs[name] {
		if s.index[needed] == 0 {
			s.visit(needed)
			s.low[name] = min(s.low[name], s.low[needed])
		} else if s.pending[needed] {
			s.low[name] = min(s.low[name], s.index[needed])
		}
	}
	if s.low[name] < s.index[name] {
		return
	}
	at := slices.Index(s.path, name)
	circle := slices.Clone(s.path[at:])
	s.path = s.path[:at]
	for _, each := range circle {
		s.pending[each] = false
	}
	s.largest = slices.MaxFunc([][]string{circle, s.largest}, func(a, b []string) int { return cmp.Compare(len(a), len(b)) })
}
