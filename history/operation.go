package history

import (
	"reflect"
	"slices"

	"github.com/apportion/apportion/calls"
)

// An Op is one call of an allocator. The pointer types that implement it are the
// structs in ops_*.go, whose tags say how each field is written; a nil field is an absent
// one.
type Op interface {
	// Name is the operation's name in JSON, such as "add_agent".
	Name() string
}

// An operation has a name in the short form and the call that it stands for. Drivers carry
// out themselves those that stand for none.
type operation struct {
	op   Op
	verb string
	call calls.Call
}

// operations are all but those about policies.
var operations = []operation{
	{&Initialize{}, "initialize", nil},
	{&Advance{}, "advance", nil},
	{&GetInverseOfferStatuses{}, "statuses", nil},
	{&RequestAllocation{}, "request-allocation", &calls.RequestAllocation{}},
	{&Pause{}, "pause", &calls.Pause{}},
	{&Resume{}, "resume", &calls.Resume{}},
	{&Recover{}, "recovery", &calls.Recover{}},
	{&UpdateQuota{}, "quota", &calls.SetQuota{}},
	{&UpdateWeights{}, "weights", &calls.SetWeights{}},
	{&SetLending{}, "lend", &calls.SetLending{}},
	{&UpdateWhitelist{}, "whitelist", &calls.SetWhitelist{}},
	{&AddAgent{}, "agent", &calls.AddAgent{}},
	{&UpdateAgent{}, "update-agent", &calls.UpdateAgent{}},
	{&RemoveAgent{}, "remove-agent", &calls.RemoveAgent{}},
	{&ActivateAgent{}, "activate-agent", &calls.ActivateAgent{}},
	{&DeactivateAgent{}, "deactivate-agent", &calls.DeactivateAgent{}},
	{&AddResourceProvider{}, "provider", &calls.AddResourceProvider{}},
	{&UpdateUnavailability{}, "unavailability", &calls.UpdateUnavailability{}},
	{&UpdateInverseOffer{}, "inverse", &calls.UpdateInverseOffer{}},
	{&AddFramework{}, "framework", &calls.AddFramework{}},
	{&UpdateFramework{}, "update-framework", &calls.UpdateFramework{}},
	{&RemoveFramework{}, "remove-framework", &calls.RemoveFramework{}},
	{&ActivateFramework{}, "activate-framework", &calls.ActivateFramework{}},
	{&DeactivateFramework{}, "deactivate-framework", &calls.DeactivateFramework{}},
	{&RequestResources{}, "request", &calls.RequestResources{}},
	{&SuppressOffers{}, "suppress", &calls.SuppressOffers{}},
	{&ReviveOffers{}, "revive", &calls.ReviveOffers{}},
	{&ExcludeAgents{}, "exclude-agents", &calls.ExcludeAgents{}},
	{&ExcludeAgent{}, "exclude-agent", &calls.ExcludeAgent{}},
	{&RecoverResources{}, "recover", &calls.RecoverResources{}},
	{&UpdateAllocation{}, "convert", &calls.UpdateAllocation{}},
	{&UpdateAvailable{}, "operate", &calls.UpdateAvailable{}},
	{&TransitionOfferedToAllocated{}, "allocate", &calls.TransitionOfferedToAllocated{}},
}

func (*Initialize) Name() string                   { return "initialize" }
func (*Advance) Name() string                      { return "advance" }
func (*GetInverseOfferStatuses) Name() string      { return "get_inverse_offer_statuses" }
func (*RequestAllocation) Name() string            { return "request_allocation" }
func (*Pause) Name() string                        { return "pause" }
func (*Resume) Name() string                       { return "resume" }
func (*Recover) Name() string                      { return "recover" }
func (*UpdateQuota) Name() string                  { return "update_quota" }
func (*UpdateWeights) Name() string                { return "update_weights" }
func (*SetLending) Name() string                   { return "set_lending" }
func (*UpdateWhitelist) Name() string              { return "update_whitelist" }
func (*AddAgent) Name() string                     { return "add_agent" }
func (*UpdateAgent) Name() string                  { return "update_agent" }
func (*RemoveAgent) Name() string                  { return "remove_agent" }
func (*ActivateAgent) Name() string                { return "activate_agent" }
func (*DeactivateAgent) Name() string              { return "deactivate_agent" }
func (*AddResourceProvider) Name() string          { return "add_resource_provider" }
func (*UpdateUnavailability) Name() string         { return "update_unavailability" }
func (*UpdateInverseOffer) Name() string           { return "update_inverse_offer" }
func (*AddFramework) Name() string                 { return "add_framework" }
func (*UpdateFramework) Name() string              { return "update_framework" }
func (*RemoveFramework) Name() string              { return "remove_framework" }
func (*ActivateFramework) Name() string            { return "activate_framework" }
func (*DeactivateFramework) Name() string          { return "deactivate_framework" }
func (*RequestResources) Name() string             { return "request_resources" }
func (*SuppressOffers) Name() string               { return "suppress_offers" }
func (*ReviveOffers) Name() string                 { return "revive_offers" }
func (*ExcludeAgents) Name() string                { return "exclude_agents" }
func (*ExcludeAgent) Name() string                 { return "exclude_agent" }
func (*RecoverResources) Name() string             { return "recover_resources" }
func (*UpdateAllocation) Name() string             { return "update_allocation" }
func (*UpdateAvailable) Name() string              { return "update_available" }
func (*TransitionOfferedToAllocated) Name() string { return "transition_offered_to_allocated" }

// An opKind is what is known of operations of one kind.
type opKind struct {
	verb   string // its name in the short form
	typ    reflect.Type
	fields []field
	call   reflect.Type // nil if it stands for none
	told   []told
}

var (
	opKinds   = map[string]*opKind{} // by name in JSON
	opVerbs   = map[string]string{}  // from the name in the short form to that in JSON
	callKinds = map[calls.Op]*opKind{}
)

func init() {
	ownTellers()
	for _, o := range slices.Concat(operations, policyOperations) {
		name, kind := o.op.Name(), &opKind{verb: o.verb, typ: reflect.TypeOf(o.op).Elem()}
		kind.fields = fieldsOf(kind.typ, "")
		opKinds[name], opVerbs[o.verb] = kind, name
		if o.call != nil {
			kind.call = reflect.TypeOf(o.call).Elem()
			kind.told = toldOf(kind.typ, kind.call)
			callKinds[o.call.Op()] = kind
		}
	}
}

func (k *opKind) make() Op { return reflect.New(k.typ).Interface().(Op) }
