package history

import "fmt"

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
	StartS    float64
}

// A Recall asks a framework to give back what is lent to it, or no longer does.
type Recall struct {
	Stage     string `words:"begins overdue ends"`
	Framework string
	Role      string // of the framework
	Agent     string
	For       string     // whose framework asks for it
	Lent      []Resource // one
	DueS      float64
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

// String is the answer for people: the offers in the short form, a line each.
func (a Answer) String() string {
	p := &printer{}
	for _, o := range a.Offers {
		p.WriteString("\n  offer " + keyOf(o.Framework, o.Role, o.Agent) + " " + newBag(o.Resources).String())
	}
	for _, i := range a.InverseOffers {
		p.WriteString("\n  inverse offer " + keyOf(i.Framework, i.Agent) + " " + formatFloat(i.StartS))
	}
	for _, r := range a.Recalls {
		p.WriteString("\n  recall " + r.String())
	}
	if a.OK != nil {
		p.WriteString(fmt.Sprintf("\n  ok %v", *a.OK))
	}
	for _, s := range a.Statuses {
		p.WriteString("\n  statuses of " + keyOf(s.Agent))
		for _, framework := range sortedNames(s.Statuses) {
			p.WriteString(" " + keyOf(framework, s.Statuses[framework]))
		}
	}
	if p.Len() == 0 {
		return "nothing"
	}
	return p.String()
}
