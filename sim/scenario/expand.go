package scenario

import (
	"fmt"
	"strconv"
	"strings"
)

// mostNames bounds what a name may stand for.
const mostNames = 100_000

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
	names := make([]string, 0, len(choices)*len(tails))
	for _, choice := range choices {
		for _, tail := range tails {
			names = append(names, before+choice+tail)
		}
	}
	return names, nil
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
	if high < low || high-low >= mostNames {
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

// expandNames puts an entry for each name in the place of those whose names stand
// for several.
func (s *Scenario) expandNames() error {
	machines, err := expandEach(s.Machines, (*Machines).name)
	if err != nil {
		return err
	}
	s.Machines = machines
	for _, e := range s.Events {
		if e.Add, err = expandEach(e.Add, (*Machines).name); err != nil {
			return err
		}
		if e.Quota, err = expandEach(e.Quota, (*Role).name); err != nil {
			return err
		}
		if err := s.expandEvent(e); err != nil {
			return err
		}
	}
	for _, f := range s.Frameworks {
		if f.Machines, err = expandAll(f.Machines, nil); err != nil {
			return f.errorf("machines", "%v", err)
		}
	}
	if s.Roles, err = expandEach(s.Roles, (*Role).name); err != nil {
		return err
	}
	return s.expandFrameworks()
}

// expandEvent expands the names that an event has in lists and mappings.
func (s *Scenario) expandEvent(e *Event) (err error) {
	written := map[string]bool{}
	for _, f := range s.Frameworks {
		written[f.Name] = true // which means all that it stands for
	}
	for _, x := range []struct {
		key   string
		names *[]string
		whole map[string]bool
	}{{"start", &e.Start, written}, {"stop", &e.Stop, written}, {"fail", &e.Fail, nil}, {"maintenance", &e.Maintenance, nil}} {
		if *x.names, err = expandAll(*x.names, x.whole); err != nil {
			return e.errorf(x.key, "%v", err)
		}
	}
	if e.Weight, err = expandKeys(e.Weight); err != nil {
		return e.errorf("weight", "%v", err)
	}
	if e.Policy, err = expandKeys(e.Policy); err != nil {
		return e.errorf("policy", "%v", err)
	}
	return nil
}

// expandAll is all that the names in a list stand for, but for those that stay whole.
func expandAll(names []string, whole map[string]bool) ([]string, error) {
	var list []string
	for _, name := range names {
		if whole[name] {
			list = append(list, name)
			continue
		}
		each, err := expand(name)
		if err != nil {
			return nil, err
		}
		list = append(list, each...)
	}
	return list, nil
}

// expandKeys is a mapping with a key for each name that its own stand for.
func expandKeys[V any](of map[string]V) (map[string]V, error) {
	var all map[string]V
	for _, name := range sorted(of) {
		each, err := expand(name)
		if err != nil {
			return nil, err
		}
		for _, one := range each {
			if _, there := all[one]; there {
				return nil, fmt.Errorf("%q is there twice", one)
			}
			if all == nil {
				all = map[string]V{}
			}
			all[one] = of[name]
		}
	}
	return all, nil
}

func (m *Machines) name() *string { return &m.Name }
func (r *Role) name() *string     { return &r.Name }

// expandEach puts copies in the place of an entry, one of each name that its own
// stands for.
func expandEach[E any, P interface {
	*E
	locatable
}](entries []P, nameOf func(P) *string) ([]P, error) {
	var list []P
	for _, entry := range entries {
		names, err := expand(*nameOf(entry))
		if err != nil {
			return nil, entry.place().errorf("name", "%v", err)
		}
		for _, name := range names {
			one := *entry
			*nameOf(P(&one)) = name
			list = append(list, P(&one))
		}
	}
	return list, nil
}

func (s *Scenario) expandFrameworks() error {
	var list []*Framework
	for _, f := range s.Frameworks {
		names, err := expand(f.Name)
		if err != nil {
			return f.errorf("name", "%v", err)
		}
		choices, err := f.roleChoices()
		if err != nil {
			return err
		}
		if len(list)+len(names)*f.Count > mostNames {
			return f.errorf("count", "there are more than %d frameworks", mostNames)
		}
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
	return nil
}

// roleChoices is what each of a framework's roles stands for. Without any its role has
// its name.
func (f *Framework) roleChoices() ([][]string, error) {
	roles := f.Roles
	if len(roles) == 0 {
		roles = []string{f.Name}
	}
	var choices [][]string
	for _, r := range roles {
		names, err := expand(r)
		if err != nil {
			return nil, f.errorf("roles", "%v", err)
		}
		choices = append(choices, names)
	}
	return choices, nil
}
