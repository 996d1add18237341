package order

import (
	"slices"
	"strings"

	"github.com/apportion/apportion/sorter/policy"
)

// levels has the rule of each group of siblings, and what rules remember. Only a sorter has it
// whose tree is neither all under DRF nor all under Random.
type levels struct {
	keys    keyMaker
	draws   bool      // some rule draws
	decays  bool      // some rule has usage decay
	timed   bool      // some rule is a Timed ordering
	hdrf    *hdrf     // nil unless some rule is HDRF
	now     int64     // the time that the tournaments' shares belong to, if either is so
	regions []*region // by group, of the highest groups of each part under Random
}

// ages reports whether some keys depend on the time.
func (l *levels) ages() bool { return l.decays || l.timed }

// subtreeRule is the rule of all that is below a path, down to the paths below it that have a rule
// of their own.
type subtreeRule struct {
	path string
	rule *rule
}

func (x subtreeRule) comparePath(path string) int { return strings.Compare(x.path, path) }

// Policy returns the policy by which the children of a path are ordered; "" is the
// top of the tree.
func (s *Sorter) Policy(path string) policy.Policy {
	r := s.top
	for _, x := range s.set { // by path: the longest that path is below comes last
		if isBelow(path, x.path) {
			r = x.rule
		}
	}
	return r.policy
}

// isBelow reports whether path is other or below it.
func isBelow(path, other string) bool {
	return strings.HasPrefix(path, other) && (len(path) == len(other) || path[len(other)] == '/')
}

// SetPolicy sets the policy of all that is below a path, down to paths with a policy of their own.
// The path itself stays ordered among its siblings by the policy above it. The path need not exist;
// "" is the whole tree. An empty policy takes back the path's own, and is DRF for the whole tree.
// Errors are those of policy.Set, and of Add for the path.
//
// Cost: linear in the clients, and in the paths with policies.
func (s *Sorter) SetPolicy(path string, p policy.Policy) error {
	return s.SetPolicies([]PathPolicy{{path, p}})
}

// PathPolicy is the policy of all that is below a path.
type PathPolicy struct {
	Path   string
	Policy policy.Policy
}

// SetPolicies is SetPolicy for each of a list. All must be right, or it changes nothing. Cost:
// that of one SetPolicy, and of sorting the list.
func (s *Sorter) SetPolicies(list []PathPolicy) error {
	rules := make([]subtreeRule, 0, len(list))
	for _, x := range list {
		if x.Path != "" {
			if err := checkPath(x.Path); err != nil {
				return pathError("set policy", x.Path, err)
			}
		}
		r, err := ruleFor(s.totals.policies, x.Policy)
		if err != nil {
			return pathError("set policy", x.Path, err)
		}
		rules = append(rules, subtreeRule{strings.Clone(x.Path), r})
		if x.Policy == "" && x.Path != "" {
			rules[len(rules)-1].rule = nil // the path is to have none of its own
		}
	}
	if s.levels != nil && s.levels.decays {
		for n := range s.nodesBelowRoot {
			s.settleMean(n)
		}
	}
	if s.enterRules(rules) {
		s.invalidate()
		s.applyPolicies()
		s.verify()
	}
	return nil
}

// enterRules enters rules, each for its path, and reports whether that may change anything. A nil
// rule takes back the rule of its path.
func (s *Sorter) enterRules(rules []subtreeRule) (changed bool) {
	slices.SortStableFunc(rules, func(x, y subtreeRule) int { return strings.Compare(x.path, y.path) })
	var merged []subtreeRule
	old := s.set
	for i, x := range rules {
		if i+1 < len(rules) && rules[i+1].path == x.path {
			continue // a later one counts
		}
		if x.path == "" {
			s.top, changed = x.rule, true
			continue
		}
		n, found := slices.BinarySearchFunc(old, x.path, subtreeRule.comparePath)
		merged, old = append(merged, old[:n]...), old[n:]
		if found {
			old = old[1:]
		}
		if x.rule != nil {
			merged = append(merged, x)
		}
		changed = changed || found || x.rule != nil
	}
	s.set = append(merged, old...)
	return changed
}

// applyPolicies makes the tree ready for the rules that are set.
func (s *Sorter) applyPolicies() {
	s.levels, s.shuffle = s.kindOfTree()
	clear(s.rules)
	s.beginMeans()
	s.beginLifetimes()
	for n := range s.nodesBelowRoot {
		s.states[n].place = noPlace
		s.queueForWeight(n)
	}
	for i := range s.groups {
		g := &s.groups[i]
		if g.owner == noNode {
			continue
		}
		g.tournament = g.tournament[:0]
		for n := g.firstChild; n != noNode && !s.AllDrawn(); n = s.tags[n].next {
			if s.isActive(n) {
				s.addEntry(g, entry{label: s.tags[n].label, node: n})
			}
		}
	}
	s.sharesVersion = staleShares
}

// kindOfTree returns what the rules that are set make of the whole tree: it has levels, or is one
// shuffle if all of it is under Random, or neither if all of it is under DRF.
func (s *Sorter) kindOfTree() (*levels, *weightedShuffle) {
	if !slices.ContainsFunc(s.set, func(x subtreeRule) bool { return x.rule.policy != s.top.policy }) {
		switch s.top.method {
		case byShare:
			return nil, nil
		case byDraw:
			return nil, new(weightedShuffle)
		}
	}
	l := new(levels)
	for _, x := range append([]subtreeRule{{"", s.top}}, s.set...) {
		l.draws = l.draws || x.rule.method == byDraw
		l.decays = l.decays || x.rule.method == byDecay
		if _, timed := x.rule.ordering.(policy.Timed); timed {
			l.timed = true
		}
		if x.rule.method == byHierarchy {
			l.hdrf = new(hdrf)
		}
	}
	l.keys = keyMaker{sorter: s, remember: true}
	return l, nil
}

// ruleOf returns the rule by which the children of a group are ordered. It
// remembers what it finds until policies change, or another node gets the group's number.
func (s *Sorter) ruleOf(g groupID) *rule {
	for len(s.rules) < len(s.groups) {
		s.rules = append(s.rules, nil)
	}
	if s.rules[g] != nil {
		return s.rules[g]
	}
	r, from := s.nearestRule(g)
	for n := s.groups[g].owner; ; n = s.states[n].parent {
		s.rules[s.states[n].group] = r
		if n == from {
			return r
		}
	}
}

// siblingRule returns the rule by which n is ordered among its siblings.
func (s *Sorter) siblingRule(n node) *rule { return s.ruleOf(s.states[s.states[n].parent].group) }

// findSiblingRule is siblingRule, and writes nothing.
func (s *Sorter) findSiblingRule(n node) *rule {
	return s.findRule(s.states[s.states[n].parent].group)
}

// findRule is ruleOf, and writes nothing.
func (s *Sorter) findRule(g groupID) *rule {
	r, _ := s.nearestRule(g)
	return r
}

// nearestRule returns the rule by which the children of a group are ordered, and the node from which it comes
// down: all groups on the way have it.
func (s *Sorter) nearestRule(g groupID) (r *rule, from node) {
	n := s.groups[g].owner
	if len(s.set) == 0 {
		return s.top, n
	}
	for ; n != root; n = s.states[n].parent {
		if g := s.states[n].group; int(g) < len(s.rules) && s.rules[g] != nil {
			return s.rules[g], n
		}
		if i, found := slices.BinarySearchFunc(s.set, s.tags[n].path, subtreeRule.comparePath); found {
			return s.set[i].rule, n
		}
	}
	return s.top, root
}
