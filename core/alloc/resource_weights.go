package alloc

import "strings"

// ResourceWeight is how much a resource counts in shares: a part of all gpus with weight 8 counts as
// eight times that part of all cpus. Without one it counts once.
type ResourceWeight struct {
	// Resources is the name of one resource, or "a100,h100" of several that count as one: what is held
	// of them is added up, and divided by all that there is of them.
	Resources string
	Weight    float64
}

// Names returns the resources' names, in their order.
func (w ResourceWeight) Names() []string { return strings.Split(w.Resources, ",") }

// A weight is within these bounds.
const (
	MinResourceWeight = 0.001
	MaxResourceWeight = 1000
)

// ResourceWeights are those of all resources that do not count once, by themselves.
type ResourceWeights []ResourceWeight

// Check says what is wrong with weights, where excluded resources are left out of shares.
//
// Errors: CodeInvalid (a weight out of bounds, a resource that is named twice or left out), CodeName.
func (weights ResourceWeights) Check(excluded []string) error {
	taken := map[string]string{}
	for _, name := range excluded {
		taken[name] = "left out of shares"
	}
	for _, w := range weights {
		if !(w.Weight >= MinResourceWeight && w.Weight <= MaxResourceWeight) {
			return errorf(CodeInvalid, "weight of resource %q: %v is not from %v to %v", w.Resources, w.Weight, MinResourceWeight, float64(MaxResourceWeight))
		}
		for _, name := range w.Names() {
			switch {
			case name == "":
				return errorf(CodeName, "weight of resource %q: a name is empty", w.Resources)
			case taken[name] != "":
				return errorf(CodeInvalid, "weight of resource %q: %q is %s", w.Resources, name, taken[name])
			}
			taken[name] = "named twice"
		}
	}
	return nil
}
