package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// Order is who comes first. The leader is the framework that would be asked first of all. Order
// compares the two siblings at which the framework's path first parts from the leader's.
type Order struct {
	// IsFirst: nobody comes before. Then Own, First and the numbers are those of the
	// framework among the frameworks of its role.
	IsFirst bool
	// Leader is the framework that would be asked first of all; if IsFirst, the one that is
	// explained.
	Leader Party
	// Parent is the role whose children Own and First are; "" for top-level roles. A role's
	// children are its subroles and, as one child, all its own frameworks. If ByFramework,
	// Own and First are frameworks of Parent, ordered among themselves.
	Parent      Party
	ByFramework bool
	Own, First  Standing
	// Position is that of Own among the Siblings, 1 for the first; 0 under Random,
	// whose order is drawn anew for each agent.
	Position, Siblings int
	// EligibleAhead counts the siblings before Own to which some agent with something free might be
	// offered: nothing keeps that agent from them. If AtLeast, there may be more such siblings: the
	// search is bounded.
	EligibleAhead int
	AtLeast       bool
}

// short says who comes first, as the end of a sentence.
func (o *Order) short() string {
	if o.Own.Policy == "" { // that of a role
		return "it has no framework of its own"
	}
	if o.IsFirst {
		return "it comes first"
	}
	if o.Own.Policy == alloc.Random {
		return "who comes first is drawn by weight"
	}
	keys := ""
	if o.First.Hidden == 0 {
		keys = fmt.Sprintf(", with %s against %s", o.First.keyText(), o.Own.keyText())
	}
	if o.EligibleAhead == 0 && !o.AtLeast {
		return o.Leader.text() + " comes before it" + keys + ", but could have nothing of what is free"
	}
	return o.Leader.text() + " comes first" + keys
}

// String says where the paths part and how both stand there.
func (o *Order) String() string {
	if o.Own.Policy == "" {
		return "nobody"
	}
	where := "top-level role"
	switch {
	case o.ByFramework:
		where = "framework in " + o.Parent.text()
	case o.Parent != Party{}:
		where = "child of " + o.Parent.text()
	}
	t := fmt.Sprintf("%s (%s) ", o.Own.name(), o.Own.text())
	switch {
	case o.IsFirst:
		return t + fmt.Sprintf("comes first of %s, as %s", plural(o.Siblings, "sibling"), where)
	case o.Position == 0:
		t += fmt.Sprintf("is one of %s, as %s; the likeliest is ", plural(o.Siblings, "sibling"), where)
	default:
		t += fmt.Sprintf("is number %d of %s, as %s; first is ", o.Position, plural(o.Siblings, "sibling"), where)
	}
	t += fmt.Sprintf("%s (%s)", o.First.name(), o.First.text())
	if o.Position > 0 {
		least := ""
		if o.AtLeast {
			least = "at least "
		}
		t += fmt.Sprintf("; %s%d of the %d before it could have something of what is free", least, o.EligibleAhead, o.Position-1)
	}
	return t
}

// Standing is how a role or a framework stands among its siblings.
type Standing struct {
	Party
	Policy alloc.Policy // by which the siblings are ordered
	// Key is what they are ordered by, the least first: under DRF the weighted
	// dominant share. 0 under Random.
	Key float64
	// Second orders those with the same Key, if the policy has a second key: under Ranked the
	// weighted dominant share, under MaxMin and Asset the picks, under a policy of the host's own
	// its second number. 0 otherwise.
	Second float64
	Weight float64
	// Settings that were set besides: of the framework, or of the role.
	Settings alloc.Settings
	Picks    uint64  // offers so far: the fewest first where keys are the same
	Chance   float64 // under Random, to come first of the siblings; 0 otherwise
	// Dominant is the resource of which it holds the largest part, as parts count in shares, or
	// "a,b" if these count as one. It holds Part of what the cluster has, which counts Times times.
	// "" if it holds nothing.
	Dominant    string
	Part, Times float64
}

// text returns a standing as a part of a sentence.
func (s Standing) text() string {
	if s.Hidden > 0 {
		return s.Party.text()
	}
	weight := strconv.FormatFloat(s.Weight, 'g', -1, 64)
	if s.Policy == alloc.Random {
		return fmt.Sprintf("weight %s, first with probability %.3g", weight, s.Chance)
	}
	t := s.keyText() + ", weight " + weight
	if s.Dominant != "" {
		t += fmt.Sprintf(", %.3g of all %s", s.Part, s.Dominant)
		if s.Times != 1 {
			t += fmt.Sprintf(", counted %.6g times", s.Times)
		}
	}
	return t
}

// name is the framework, or the role.
func (s Standing) name() string {
	if s.FrameworkName != "" {
		return s.FrameworkName
	}
	return s.Party.text()
}

// keyText words what siblings are ordered by under their policy: "share 0.25".
func (s *Standing) keyText() string {
	switch s.Policy.Name() {
	case "drf", "hdrf":
		return fmt.Sprintf("share %.3g", s.Key)
	case "ranked":
		return fmt.Sprintf("rank %.3g and share %.3g", s.Key, s.Second)
	case "decayed":
		return fmt.Sprintf("share %.3g of decayed usage", s.Key)
	case "max_min":
		_, resource, _ := strings.Cut(string(s.Policy), "=")
		return fmt.Sprintf("share %.3g of %s", s.Key, resource)
	case "asset":
		return fmt.Sprintf("sum of shares %.3g", s.Key)
	}
	return fmt.Sprintf("keys %.3g and %.3g of policy %s", s.Key, s.Second, s.Policy)
}
