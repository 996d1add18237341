package comparison

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/apportion/apportion/sim/scenario"
)

// A Vary is a value of a scenario that is varied.
type Vary struct {
	Path   string
	Values []string
}

// ParseVary reads PATH=VALUE,VALUE,... Commas within brackets divide nothing.
func ParseVary(text string) (Vary, error) {
	path, values, ok := strings.Cut(text, "=")
	if !ok || path == "" || values == "" {
		return Vary{}, fmt.Errorf("%q is not PATH=VALUE,VALUE", text)
	}
	v := Vary{Path: path}
	depth, begin := 0, 0
	for i, c := range values + "," {
		switch c {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case ',':
			if depth > 0 && i < len(values) {
				continue
			}
			value := strings.TrimSpace(values[begin:i])
			if value == "" {
				return Vary{}, fmt.Errorf("%q: a value is empty", text)
			}
			v.Values = append(v.Values, value)
			begin = i + 1
		}
	}
	return v, nil
}

// A Variant is one combination of values, or a scenario that has a name.
type Variant struct {
	Name      string // "": its values
	Overrides []scenario.Override
}

// String is the variant as it is written for a baseline: "policy=drf,gather=1s".
func (v Variant) String() string {
	return cmp.Or(v.Name, scenario.JoinOverrides(v.Overrides, ","))
}

// mostVariants bounds the combinations of one comparison.
const mostVariants = 1000

// Variants are all combinations, the last of what is varied changing first.
func Variants(varied []Vary) ([]Variant, error) {
	list := []Variant{{}}
	paths := map[string]bool{}
	for _, v := range varied {
		v.Path = strings.TrimPrefix(v.Path, "settings.") // which may be left out
		if v.Path == "seeds" || strings.HasPrefix(v.Path, "seeds.") {
			return nil, errors.New("seeds are the same in all variants, and what differs between them is part of the comparison")
		}
		if paths[v.Path] {
			return nil, fmt.Errorf("%s is varied twice: its values belong together, %s=VALUE,VALUE", v.Path, v.Path)
		}
		paths[v.Path] = true
		for i, value := range v.Values {
			if slices.Contains(v.Values[:i], value) {
				return nil, fmt.Errorf("%s: the value %q is there twice", v.Path, value)
			}
		}
		if len(list)*len(v.Values) > mostVariants {
			return nil, fmt.Errorf("there are more than %d combinations", mostVariants)
		}
		var longer []Variant
		for _, variant := range list {
			for _, value := range v.Values {
				overrides := append(variant.Overrides[:len(variant.Overrides):len(variant.Overrides)], scenario.Override{Path: v.Path, Value: value})
				longer = append(longer, Variant{Overrides: overrides})
			}
		}
		list = longer
	}
	return list, nil
}

// has reports whether a value is one of the variant's.
func (v Variant) has(text string) bool {
	return slices.ContainsFunc(v.Overrides, func(o scenario.Override) bool { return o.String() == text })
}

// find is the variant that a baseline names, by all of its values or some: the first
// that has them.
func find(variants []Variant, baseline string) (int, error) {
	if baseline == "" {
		return 0, nil
	}
	wanted, err := ParseVary("x=" + baseline)
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(variants, func(v Variant) bool {
		return !slices.ContainsFunc(wanted.Values, func(text string) bool { return !v.has(strings.TrimPrefix(text, "settings.")) })
	})
	if i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("baseline %q is none of the combinations; the first is %q", baseline, variants[0])
}
