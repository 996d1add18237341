package history

import (
	"reflect"
	"slices"

	"github.com/apportion/apportion/calls"
)

// An Op is one call of an allocator. The pointer types that implement it are structs whose tags say
// how each field is written; a nil field is an absent one. Operations that stand for a call, by
// name, are generated from its declaration in package calls; the others are in ops_*.go.
type Op interface {
	// Name is the operation's name in JSON, such as "add_agent".
	Name() string
}

// An operation has a name in the short form, and the call that it stands for. If it stands for
// none, drivers carry it out themselves.
type operation struct {
	op   Op
	verb string
	call calls.Call
}

// operations are those of ops_*.go.
var operations = []operation{
	{&Initialize{}, "initialize", nil},
	{&Advance{}, "advance", nil},
	{&GetInverseOfferStatuses{}, "statuses", nil},
	{&AddAgent{}, "agent", &calls.AddAgent{}},
	{&UpdateAgent{}, "update-agent", &calls.UpdateAgent{}},
	{&UpdateInverseOffer{}, "inverse", &calls.UpdateInverseOffer{}},
	{&AddFramework{}, "framework", &calls.AddFramework{}},
	{&UpdateFramework{}, "update-framework", &calls.UpdateFramework{}},
	{&ExcludeAgent{}, "exclude-agent", &calls.ExcludeAgent{}},
	{&UpdateAllocation{}, "convert", &calls.UpdateAllocation{}},
	{&UpdateAvailable{}, "operate", &calls.UpdateAvailable{}},
}

func (*Initialize) Name() string              { return "initialize" }
func (*Advance) Name() string                 { return "advance" }
func (*GetInverseOfferStatuses) Name() string { return "get_inverse_offer_statuses" }
func (*AddAgent) Name() string                { return "add_agent" }
func (*UpdateAgent) Name() string             { return "update_agent" }
func (*UpdateInverseOffer) Name() string      { return "update_inverse_offer" }
func (*AddFramework) Name() string            { return "add_framework" }
func (*UpdateFramework) Name() string         { return "update_framework" }
func (*ExcludeAgent) Name() string            { return "exclude_agent" }
func (*UpdateAllocation) Name() string        { return "update_allocation" }
func (*UpdateAvailable) Name() string         { return "update_available" }

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
	for _, o := range slices.Concat(operations, callOperations) {
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
