package worth

import (
	"github.com/apportion/apportion/core/internal/agents"
	"github.com/apportion/apportion/core/internal/roles"
	"github.com/apportion/apportion/core/internal/slots"
)

// visit is what is known while one agent is visited. In part it asks fresh subscriptions alone
// and, if the agent was cut down, roles with room.
type visit struct {
	slot  slots.Agent
	agent *agents.Agent
	nonce uint64 // makes the random sorters draw anew for each agent and stage

	free        roles.NameSet // names by which roles are passed over; 0: each is asked
	HeldBack    roles.NameSet // free, too, but the headroom leaves nothing of them to anybody
	isCut       bool          // quota cut an offer down, or kept a role from being asked
	uncountable bool          // see Uncountable
	leftOut     bool          // some are not asked, as quota leaves nothing that they would take
	inPart      bool          // only fresh subscriptions are asked, and roles with room if wasCut
	wasCut      bool          // news.CutDown has the agent, and roles with room are asked about such
}

// Cut notes that quota cut an offer down.
func (v *visit) Cut() { v.isCut = true }

// Uncountable notes that an offer was cut down by what can be counted. That can change
// without news of the agent, which is therefore asked again.
func (v *visit) Uncountable() { v.isCut, v.uncountable = true, true }
