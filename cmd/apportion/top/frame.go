package top

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/view"
	"github.com/apportion/apportion/view/live"
)

// Options are what is shown at first.
type Options struct {
	Name string // of what is shown
	By   string // a resource; "": the dominant one
	Sort string // of roles and frameworks; "": by distance from fair
	Role string // it and those below it; ""; all
	Find string // in the names
}

// frame is what is shown of a state, and where.
type frame struct {
	*model
	name    string
	columns int       // of the screen; 0: lines may be of any length
	by      int       // a resource, or live.Dominant
	listed  int       // roles or frameworks
	order   [2]*order // of both
	below   string    // only roles and frameworks of this path and below; "": all
	find    string    // only what has this in its name
	allOpen bool
	open    map[string]bool // paths of roles that are not as allOpen says
}

// begin asks for the state, and makes the frame that options ask for.
func (o *Options) begin(source view.Source) (*frame, error) {
	return must.Try(func() *frame {
		m := must.Get(read(must.Get(source.Ask("state?", explain.Hidden{}))))
		f := &frame{model: m, name: o.Name, by: live.Dominant, below: o.Role, find: o.Find, open: map[string]bool{}}
		if o.By != "" {
			if f.by = slices.Index(m.Names, o.By); f.by < 0 {
				must.Fail("there is no resource %q%s", o.By, similar.Hint(o.By, m.Names))
			}
		}
		if o.Sort != "" && !slices.Contains(Sorts(), o.Sort) {
			must.Fail("nothing is sorted by %q, but by %q", o.Sort, Sorts())
		}
		for i, list := range orders {
			f.order[i] = &list[max(0, slices.IndexFunc(list, func(x order) bool { return x.name == o.Sort }))]
		}
		var paths []string
		for i := range m.Roles {
			paths = append(paths, m.Roles[i].Path)
		}
		if o.Role != "" && !slices.Contains(paths, o.Role) {
			must.Fail("there is no role %q%s", o.Role, similar.Hint(o.Role, paths))
		}
		return f
	})
}

// isWithin reports whether a role is the one that was chosen, or below it.
func (f *frame) isWithin(path string) bool {
	return f.below == "" || path == f.below || live.IsBelow(path, f.below)
}

// listedRows lists what is shown of a state: frameworks, roles as a tree, or roles that are looked
// for by their paths.
func (f *frame) listedRows() []row {
	find := strings.ToLower(f.find)
	list := slices.DeleteFunc(f.rows(f.listed), func(r row) bool {
		return !f.isWithin(r.Path) || !strings.Contains(strings.ToLower(r.name), find)
	})
	list = sorted(list, f.order[f.listed].of, f.by)
	if f.listed == roles && f.find == "" {
		return f.tree(list)
	}
	return list
}

// tree puts below each role those that are below it, if it is unfolded, and marks whether it is.
func (f *frame) tree(sorted []row) (list []row) {
	children := map[string][]row{} // by the path above; "": of none that is shown
	for _, r := range sorted {
		above, name := "", r.Path
		if r.Parent >= 0 {
			parent := f.Roles[r.Parent].Path
			name = name[len(parent)+1:]
			if f.isWithin(parent) {
				above = parent
			}
		}
		r.label = clean(name)
		children[above] = append(children[above], r)
	}
	var add func(above, indent string)
	add = func(above, indent string) {
		for _, r := range children[above] {
			mark, isOpen := "  ", f.open[r.Path] != f.allOpen
			switch {
			case len(children[r.Path]) == 0:
			case isOpen:
				mark = "- "
			default:
				mark = "+ "
			}
			r.label = indent + mark + r.label
			if list = append(list, r); isOpen {
				add(r.Path, indent+"  ")
			}
		}
	}
	add("", "")
	return list
}
