package history

import (
	"slices"
	"strconv"
	"strings"
)

// An Answer is what an allocator answered to one operation.
type Answer struct {
	Offers        []Offer         `json:",omitempty"`
	InverseOffers []InverseOffer  `json:",omitempty"`
	Recalls       []Recall        `json:",omitempty"`
	OK            *bool           // of update_available
	Statuses      []AgentStatuses `json:",omitempty"` // of get_inverse_offer_statuses
}

// An Offer is what a framework was offered on an agent in a role.
type Offer struct {
	Framework string
	Role      string
	Agent     string
	Resources []Resource
}

// An InverseOffer asks a framework to leave an agent.
type InverseOffer struct {
	Framework string
	Agent     string
	StartS    float64 // when the maintenance begins, in seconds on the host's clock
}

// A Recall asks a framework to give back what is lent to it, or no longer does.
type Recall struct {
	Stage     string `words:"begins overdue ends"`
	Framework string
	Role      string // of the framework
	Agent     string
	For       string     // whose framework asks for it
	Lent      []Resource // one
	DueS      float64    // until when, in seconds on the host's clock
}

// String says all of a recall.
func (r Recall) String() string {
	return keyOf(r.Stage, r.Framework, r.Role, r.Agent, r.For) + " " + newBag(r.Lent).String() + " " + formatFloat(r.DueS)
}

// AgentStatuses is how frameworks answered the inverse offers for an agent.
type AgentStatuses struct {
	Agent    string
	Statuses map[string]string `words:"ACCEPT DECLINE"` // by framework
}

// A said is one thing that an answer says: what, about whom, and how much of what.
type said struct {
	what, whom string
	contents   string
	key        string // equal if and only if the contents say the same
}

func (s said) String() string {
	return strings.Join(slices.DeleteFunc([]string{s.what, s.whom, s.contents}, func(part string) bool { return part == "" }), " ")
}

// said is all that an answer says.
func (a Answer) said() (list []said) {
	add := func(what, whom, contents string) { list = append(list, said{what, whom, contents, contents}) }
	for _, o := range a.Offers {
		contents := newBag(o.Resources)
		list = append(list, said{"offer", keyOf(o.Framework, o.Role, o.Agent), contents.String(), contents.key()})
	}
	for _, i := range a.InverseOffers {
		add("inverse offer", keyOf(i.Framework, i.Agent)+" "+formatFloat(i.StartS), "")
	}
	for _, r := range a.Recalls {
		add("recall", r.String(), "")
	}
	if a.OK != nil {
		add("ok", "", strconv.FormatBool(*a.OK))
	}
	for _, s := range a.Statuses {
		var of []string
		for _, framework := range sortedNames(s.Statuses) {
			of = append(of, keyOf(framework, s.Statuses[framework]))
		}
		add("statuses of", keyOf(s.Agent), strings.Join(of, " "))
	}
	return list
}

// String is the answer for people: the offers in the short form, a line each.
func (a Answer) String() string {
	list := a.said()
	if len(list) == 0 {
		return "nothing"
	}
	var text strings.Builder
	for _, s := range list {
		text.WriteString("\n  " + s.String())
	}
	return text.String()
}
