package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/jsontext"
	"github.com/apportion/apportion/sorter"
)

// This file has all that is told of a standing: where it is read, its words and its JSON.
// Hidden.order leaves out what may not be told.

// Standing is how a role or a framework stands among its siblings.
type Standing struct {
	Party
	Policy api.Policy // by which the siblings are ordered
	// Key is what they are ordered by, the least first: under DRF the weighted
	// dominant share. 0 under Random.
	Key float64
	// Second orders those with the same Key if the policy has a second key: under Ranked
	// the weighted dominant share, under MaxMin and Asset the picks, under a policy of one's
	// own its second number. 0 otherwise.
	Second float64
	Weight float64
	Picks  uint64  // offers so far: the fewest first where keys are the same
	Chance float64 // under Random, to come first of the siblings; 0 otherwise
	// Dominant is the resource of which it holds the largest part, Part, of the
	// cluster; "" if it holds nothing.
	Dominant string
	Part     float64
}

func (ex *Explainer) roleStanding(s *sorter.Standing) Standing {
	return ex.standing(ex.pathParty(s.Path), s)
}

func (ex *Explainer) frameworkStanding(id api.RoleID, s *sorter.Standing) Standing {
	return ex.standing(ex.frameworkParty(ex.frameworks.ByName[s.Path], id), s)
}

func (ex *Explainer) standing(p Party, s *sorter.Standing) Standing {
	x := Standing{Party: p, Policy: s.Policy, Key: s.Key, Second: s.Second, Weight: s.Weight, Picks: s.Picks, Chance: s.Chance, Part: s.Part}
	if s.Part > 0 {
		x.Dominant = ex.names.String(s.Dominant)
	}
	return x
}

// text returns a standing as a part of a sentence.
func (s Standing) text() string {
	if s.Hidden > 0 {
		return s.Party.text()
	}
	weight := strconv.FormatFloat(s.Weight, 'g', -1, 64)
	if s.Policy == api.Random {
		return fmt.Sprintf("weight %s, first with probability %.3g", weight, s.Chance)
	}
	t := s.keyText() + ", weight " + weight
	if s.Dominant != "" {
		t += fmt.Sprintf(", %.3g of all %s", s.Part, s.Dominant)
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

func (w *explanationWriter) standing(s *Standing) {
	w.Open('{')
	w.party(s.Party)
	if s.Hidden == 0 {
		w.Key("policy").Text(string(s.Policy))
		if s.Policy == api.Random {
			w.Key("chance").Raw(jsontext.Float(s.Chance))
		} else {
			w.Key("key").Raw(jsontext.Float(s.Key))
		}
		if s.Second != 0 {
			w.Key("second").Raw(jsontext.Float(s.Second))
		}
		w.Key("weight").Raw(jsontext.Float(s.Weight))
		w.text("dominant", s.Dominant)
		w.Key("part").Raw(jsontext.Float(s.Part))
		w.Key("picks").Raw(strconv.FormatUint(s.Picks, 10))
	}
	w.Close('}')
}
