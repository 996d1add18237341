package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/alloc"
)

// Remedy is changes that together bring the framework an offer, if everything else stays as it is.
// They are made in this order.
type Remedy []Change

// text is a remedy as a part of a sentence: "revive".
func (r Remedy) text(now alloc.Time) string {
	var list []string
	for i := range r {
		list = append(list, r[i].Text(now))
	}
	return strings.Join(list, ", then ")
}

// ChangeKind is a kind of change that can help a framework to an offer. Numbers
// and names never change; in ascending order they are the order in which the
// changes of a remedy are to be made.
type ChangeKind uint16

const (
	// ChangeResume: resume allocation.
	ChangeResume ChangeKind = 100
	// ChangeWait: wait until a time, see Change.Until.
	ChangeWait ChangeKind = 110
	// ChangeWhitelistHost: put the agent's host on the whitelist; without an agent,
	// that of one to be added.
	ChangeWhitelistHost ChangeKind = 200
	// ChangeActivateAgent: the agent has to connect.
	ChangeActivateAgent ChangeKind = 210
	// ChangeUpgradeAgent: give the agent the capabilities.
	ChangeUpgradeAgent ChangeKind = 220
	// ChangeActivateFramework: the framework has to connect.
	ChangeActivateFramework ChangeKind = 300
	// ChangeAddCapabilities: the framework needs the capabilities.
	ChangeAddCapabilities ChangeKind = 310
	// ChangeSubscribe: subscribe the framework to the role, where the offer comes.
	ChangeSubscribe ChangeKind = 320
	// ChangeLowerMinimum: make the amounts the framework's minimum in the role.
	ChangeLowerMinimum ChangeKind = 330
	// ChangeAnswer: the framework has to use or decline what it was offered of the agent.
	ChangeAnswer ChangeKind = 335
	// ChangeRevive: revive the framework's offers in the role.
	ChangeRevive ChangeKind = 340
	// ChangeAdmitAgent: change offer constraints so that they admit the agent.
	ChangeAdmitAgent ChangeKind = 350
	// ChangeRaiseLimit: raise the role's limits by the amounts.
	ChangeRaiseLimit ChangeKind = 400
	// ChangeLowerGuarantee: lower the role's guarantees by the amounts.
	ChangeLowerGuarantee ChangeKind = 410
	// ChangeAddAgent: add an agent with the amounts free and unreserved, in the
	// master's region, on a host that is whitelisted, that offer constraints admit.
	ChangeAddAgent ChangeKind = 500
)

// changes is the table of kinds and their names, in the order in which changes are made.
var changes = [...]struct {
	kind ChangeKind
	name string
}{
	{ChangeResume, "resume"},
	{ChangeWait, "wait"},
	{ChangeWhitelistHost, "whitelist_host"},
	{ChangeActivateAgent, "activate_agent"},
	{ChangeUpgradeAgent, "upgrade_agent"},
	{ChangeActivateFramework, "activate_framework"},
	{ChangeAddCapabilities, "add_capabilities"},
	{ChangeSubscribe, "subscribe"},
	{ChangeLowerMinimum, "lower_minimum"},
	{ChangeAnswer, "answer"},
	{ChangeRevive, "revive"},
	{ChangeAdmitAgent, "admit_agent"},
	{ChangeRaiseLimit, "raise_limit"},
	{ChangeLowerGuarantee, "lower_guarantee"},
	{ChangeAddAgent, "add_agent"},
}

// String returns the kind's name in JSON: "raise_limit".
func (k ChangeKind) String() string {
	for i := range changes {
		if changes[i].kind == k {
			return changes[i].name
		}
	}
	return "change " + strconv.Itoa(int(k))
}

// ChangeKinds returns all kinds, in the order in which changes are made.
func ChangeKinds() []ChangeKind {
	kinds := make([]ChangeKind, len(changes))
	for i := range changes {
		kinds[i] = changes[i].kind
	}
	return kinds
}

// Change is one change that helps. Which fields are set depends on the kind.
type Change struct {
	Kind         ChangeKind
	Party                           // whose minimum, offers or quota
	Agent        alloc.AgentID      // of ChangeWhitelistHost, ChangeActivateAgent and others
	AgentName    string             // of Agent
	Host         string             // ChangeWhitelistHost
	Capabilities alloc.Capabilities // ChangeAddCapabilities, ChangeUpgradeAgent
	Amounts      alloc.Amounts      // empty for ChangeLowerMinimum: no minimum at all
	Until        *alloc.Time        // ChangeWait
	// ChangeAddAgent: the agent has to be on a host of the whitelist, and offer constraints
	// have to admit it.
	Listed, Admitted bool
}

// Text is a change as a part of a sentence: "wait 3.2 s".
func (c *Change) Text(now alloc.Time) string {
	switch c.Kind {
	case ChangeResume:
		return "resume allocation"
	case ChangeWait:
		return "wait " + waitText(now, *c.Until)
	case ChangeWhitelistHost:
		switch {
		case c.AgentName == "":
			return "put the new agent's host on the whitelist"
		case c.Host == "":
			return "put the host of agent " + c.AgentName + ", which has no name, on the whitelist"
		}
		return "put host " + c.Host + " on the whitelist"
	case ChangeActivateAgent:
		return "reconnect agent " + c.AgentName
	case ChangeUpgradeAgent:
		return fmt.Sprintf("upgrade agent %s to %v", c.AgentName, c.Capabilities)
	case ChangeActivateFramework:
		return "reconnect the framework"
	case ChangeAddCapabilities:
		if c.FrameworkName == "" { // of a role
			return fmt.Sprintf("let a framework have %v", c.Capabilities)
		}
		return fmt.Sprintf("give the framework %v", c.Capabilities)
	case ChangeSubscribe:
		return "subscribe it to " + Party{Role: c.Role, RoleName: c.RoleName, Hidden: c.Hidden}.text()
	case ChangeLowerMinimum:
		switch {
		case c.FrameworkName == "" && len(c.Amounts) == 0: // of a role
			return "let a framework have no minimum"
		case c.FrameworkName == "":
			return fmt.Sprintf("let a framework have a minimum of %v", c.Amounts)
		case len(c.Amounts) == 0:
			return "give up its minimum"
		}
		return fmt.Sprintf("lower its minimum to %v", c.Amounts)
	case ChangeAnswer:
		return fmt.Sprintf("use or decline %v that it was offered of agent %s", c.Amounts, c.AgentName)
	case ChangeRevive:
		return "revive"
	case ChangeAdmitAgent:
		return "let its offer constraints admit agent " + c.AgentName
	case ChangeRaiseLimit:
		return c.ofQuota("raise the limit of ")
	case ChangeLowerGuarantee:
		return c.ofQuota("lower the guarantee of ")
	case ChangeAddAgent:
		text := fmt.Sprintf("add an agent with %v free", c.Amounts)
		if c.Listed {
			text += " on a whitelisted host"
		}
		if c.Admitted {
			text += " that its offer constraints admit"
		}
		return text
	}
	return c.Kind.String()
}

func (c *Change) ofQuota(what string) string {
	if c.Hidden > 0 {
		return what + c.Party.text()
	}
	return fmt.Sprintf("%s%s by %v", what, c.RoleName, c.Amounts)
}
