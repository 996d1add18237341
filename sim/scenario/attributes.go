package scenario

import "strings"

// ownAttributes are those that every machine has: its name, and that of its group.
var ownAttributes = []string{"machine", "group"}

// Meets reports whether a machine meets constraints, of which none stands for any machine. value
// tells the machine's attributes.
func Meets(constraints []map[string]string, value func(attribute string) (string, bool)) bool {
	for _, all := range constraints {
		if meetsAll(all, value) {
			return true
		}
	}
	return len(constraints) == 0
}

func meetsAll(all map[string]string, value func(attribute string) (string, bool)) bool {
	for attribute, want := range all {
		has, there := value(attribute)
		want, not := strings.CutPrefix(want, "!")
		if (there && (want == "*" || want == has)) == not {
			return false
		}
	}
	return true
}

// checkAttributes checks that some machine has the attributes and values of constraints.
func (s *Scenario) checkAttributes() {
	values := map[string]map[string]bool{"machine": nil, "group": {}} // nil: any
	for _, m := range s.AllMachines() {
		values["group"][m.Name] = true
		for name, value := range m.Attributes {
			if values[name] == nil {
				values[name] = map[string]bool{}
			}
			values[name][value] = true
		}
	}
	names, lists := sorted(values), map[string][]string{} // of values, once they are asked for
	known := func(l *located, key, name string) bool {
		if _, ok := values[name]; ok {
			return true
		}
		s.missing(l, key, name, names, "no machine has an attribute %q", name)
		return false
	}
	for _, f := range s.Frameworks {
		for _, all := range f.Constraints {
			for _, name := range sorted(all) {
				value := strings.TrimPrefix(all[name], "!")
				if known(&f.located, "constraints", name) && value != "*" && values[name] != nil && !values[name][value] {
					if lists[name] == nil {
						lists[name] = sorted(values[name])
					}
					s.missing(&f.located, "constraints", value, lists[name], "no machine has %q as its %s", value, name)
				}
			}
		}
		for _, t := range f.Tasks {
			for _, name := range sorted(t.MostPer) {
				known(&t.located, "most_per", name)
			}
		}
	}
}
