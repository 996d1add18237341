package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

const (
	mostNames   = 100_000           // that one name stands for, and frameworks
	longestName = alloc.MaxIDLength // of those that a text of any length makes many of
)

// mostInAll bounds, for all names of a scenario together, the names that they stand for and the
// roles above these. A test lowers it.
var mostInAll = 3_000_000

// expand returns what a name with braces stands for: {1..3} the numbers, {a,b} the
// words. A name without any stands for itself.
func expand(name string) ([]string, error) {
	before, rest, ok := strings.Cut(name, "{")
	if !ok {
		return []string{name}, nil
	}
	inner, after, ok := strings.Cut(rest, "}")
	if !ok {
		return nil, fmt.Errorf("%q has no } after its {", name)
	}
	choices, err := choicesOf(inner)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", name, err)
	}
	tails, err := expand(after)
	if err != nil {
		return nil, err
	}
	if len(choices)*len(tails) > mostNames {
		return nil, fmt.Errorf("%q stands for more than %d names", name, mostNames)
	}
	if len(before)+longestOf(choices)+longestOf(tails) > longestName {
		return nil, fmt.Errorf("%q stands for names of more than %d bytes", name, longestName)
	}
	names := make([]string, 0, len(choices)*len(tails))
	for _, choice := range choices {
		for _, tail := range tails {
			names = append(names, before+choice+tail)
		}
	}
	return names, nil
}

// longestOf is how many bytes the longest name of some has.
func longestOf(names []string) (longest int) {
	for _, name := range names {
		longest = max(longest, len(name))
	}
	return longest
}

func choicesOf(inner string) ([]string, error) {
	from, to, ok := strings.Cut(inner, "..")
	if !ok {
		return strings.Split(inner, ","), nil
	}
	low, err := strconv.Atoi(from)
	if err != nil {
		return nil, fmt.Errorf("%q is not a whole number", from)
	}
	high, err := strconv.Atoi(to)
	if err != nil {
		return nil, fmt.Errorf("%q is not a whole number", to)
	}
	if high < low {
		return nil, fmt.Errorf("{%s} goes from %d down to %d: the smaller number comes first", inner, low, high)
	}
	if high-low >= mostNames {
		return nil, fmt.Errorf("{%s} are not 1 to %d numbers", inner, mostNames)
	}
	width := 0
	if strings.HasPrefix(from, "0") {
		width = len(from)
	}
	list := make([]string, 0, high-low+1)
	for i := low; i <= high; i++ {
		list = append(list, fmt.Sprintf("%0*d", width, i))
	}
	return list, nil
}

// expand is what a name at a key stands for.
func (l *located) expand(key, name string) []string {
	names, err := expand(name)
	l.report(key, err)
	l.countNames(key, len(names)*(1+strings.Count(name, "/")))
	return names
}

// countNames counts the names that those at a key stand for, and the roles above. It throws an
// error if all of a scenario's names stand for more than they may: so a short text cannot take all
// memory.
func (l *located) countNames(key string, count int) {
	if l.source == nil {
		return
	}
	if l.source.names += count; l.source.names > mostInAll {
		panic(l.errorf(key, "names stand for more than %d in all", mostInAll))
	}
}

// checkName checks a name of something of which there may be many.
func (l *located) checkName(name string) {
	l.refuse(name == "", "name", "the name is empty")
	l.refuse(len(name) > longestName && !strings.Contains(name, "{"), "name", "the name has more than %d bytes", longestName)
}

// expandNames replaces each entry whose name stands for several by one for each of these, before names are looked up.
func (s *Scenario) expandNames() {
	written := map[string]bool{}
	for _, f := range s.Frameworks {
		written[f.Name] = true // which means all that it stands for
	}
	s.Machines = expandEach(s.Machines, (*Machines).name)
	for _, e := range s.Events {
		e.Add = expandEach(e.Add, (*Machines).name)
		e.Quota = expandEach(e.Quota, (*Role).name)
		e.Start = e.expandAll("start", e.Start, written)
		e.Stop = e.expandAll("stop", e.Stop, written)
		e.Fail = e.expandAll("fail", e.Fail, nil)
		e.Maintenance = e.expandAll("maintenance", e.Maintenance, nil)
		e.Revocable = expandKeys(&e.located, "revocable", e.Revocable)
		e.Weight = expandKeys(&e.located, "weight", e.Weight)
		e.Rank = expandKeys(&e.located, "rank", e.Rank)
		e.Lending = expandKeys(&e.located, "lending", e.Lending)
		e.Borrowing = expandKeys(&e.located, "borrowing", e.Borrowing)
		e.Policy = expandKeys(&e.located, "policy", e.Policy)
	}
	for _, f := range s.Frameworks {
		f.Machines = f.expandAll("machines", f.Machines, nil)
	}
	s.Roles = expandEach(s.Roles, (*Role).name)
	s.expandFrameworks()
}

// expandAll is all that the names in a list stand for, but for those that stay whole.
func (l *located) expandAll(key string, names []string, whole map[string]bool) (list []string) {
	for _, name := range names {
		if whole[name] {
			list = append(list, name)
		} else {
			list = append(list, l.expand(key, name)...)
		}
	}
	return list
}

// expandKeys is a mapping with a key for each name that the keys of another mapping stand for.
func expandKeys[V any](l *located, key string, of map[string]V) map[string]V {
	if len(of) == 0 {
		return nil
	}
	all := map[string]V{}
	for _, name := range sorted(of) {
		for _, one := range l.expand(key, name) {
			_, there := all[one]
			l.refuse(there, key, "%q is there twice", one)
			all[one] = of[name]
		}
	}
	return all
}

func (m *Machines) name() *string { return &m.Name }
func (r *Role) name() *string     { return &r.Name }

// expandEach replaces an entry by copies, one for each name that the entry's own name stands for.
func expandEach[E any, P interface {
	*E
	locatable
}](entries []P, nameOf func(P) *string) (list []P) {
	for _, entry := range entries {
		for _, name := range entry.place().expand("name", *nameOf(entry)) {
			one := *entry
			*nameOf(P(&one)) = name
			list = append(list, P(&one))
		}
	}
	return list
}

func (s *Scenario) expandFrameworks() {
	var list []*Framework
	for _, f := range s.Frameworks {
		names := f.expand("name", f.Name)
		choices := f.expandRoles()
		f.refuse(len(list)+len(names)*f.Count > mostNames, "count", "there are more than %d frameworks", mostNames)
		f.countNames("roles", len(names)*f.Count*len(choices))
		for i := range len(names) * f.Count {
			one := *f
			one.Base, one.Name = f.Name, names[i%len(names)]
			if f.Count > 1 {
				one.Name += "-" + strconv.Itoa(i/len(names)+1)
			}
			one.Roles = nil
			for _, c := range choices {
				one.Roles = append(one.Roles, c[i%len(c)])
			}
			list = append(list, &one)
		}
	}
	s.Frameworks = list
}

// writtenRoles are a framework's roles. Without any its role has its name.
func (f *Framework) writtenRoles() []string {
	if len(f.Roles) == 0 {
		return []string{f.Name}
	}
	return f.Roles
}

// expandRoles is what each of a framework's roles stands for.
func (f *Framework) expandRoles() (choices [][]string) {
	for _, r := range f.writtenRoles() {
		choices = append(choices, f.expand("roles", r))
	}
	return choices
}
