package history

// A Conversion takes resources away and puts others in their place.
type Conversion struct{ Consumed, Converted []Resource }

var conversions = listOf(codec[Conversion]{
	readJSON: func(n jsonValue) (Conversion, error) {
		o := n.object()
		c := Conversion{
			required(o, "consumed", jsonResources.readJSON),
			required(o, "converted", jsonResources.readJSON),
		}
		return c, o.done()
	},
	writeJSON: func(c Conversion) any {
		return map[string]any{
			"consumed":  jsonResources.writeJSON(c.Consumed),
			"converted": jsonResources.writeJSON(c.Converted),
		}
	},
	readShort: func(s *scanner) (c Conversion, err error) {
		if c.Consumed, err = s.resourceWords(); err != nil {
			return c, err
		}
		if err := s.expect(arrow); err != nil {
			return c, err
		}
		s.blanks()
		c.Converted, err = s.resourceWords()
		return c, err
	},
	writeShort: func(p *printer, c Conversion) {
		for i := range c.Consumed {
			p.resource(&c.Consumed[i])
			p.WriteString(" ")
		}
		p.WriteString(arrow)
		p.resourceWords(c.Converted)
	},
}, lines)

// An Operation is an offer operation as the allocator's interface has it.
type Operation struct {
	Type      string
	Resources []Resource
}

var operationType = oneOf("RESERVE", "UNRESERVE", "CREATE", "DESTROY", "GROW_VOLUME", "SHRINK_VOLUME")

var operations = listOf(codec[Operation]{
	readJSON: func(n jsonValue) (Operation, error) {
		o := n.object()
		op := Operation{required(o, "type", operationType.readJSON), required(o, "resources", jsonResources.readJSON)}
		return op, o.done()
	},
	writeJSON: func(op Operation) any {
		return map[string]any{"type": op.Type, "resources": jsonResources.writeJSON(op.Resources)}
	},
	readShort: func(s *scanner) (op Operation, err error) {
		if op.Type, err = operationType.readShort(s); err != nil {
			return op, err
		}
		s.blanks()
		op.Resources, err = s.resourceWords()
		return op, err
	},
	writeShort: func(p *printer, op Operation) {
		p.WriteString(op.Type)
		p.resourceWords(op.Resources)
	},
}, lines)

// UpdateAllocation converts resources that were offered to a framework.
type UpdateAllocation struct {
	Framework   string
	Agent       string
	Role        string
	Resources   []Resource // what was offered
	Conversions []Conversion
}

var updateAllocationName = register[UpdateAllocation]("update_allocation", "convert")

func (*UpdateAllocation) Name() string { return updateAllocationName }

func (o *UpdateAllocation) fields() []field {
	return []field{
		word("framework", &o.Framework, text),
		word("agent", &o.Agent, text),
		word("role", &o.Role, text),
		resourceField("resources", &o.Resources),
		kept("conversions", "conversions", &o.Conversions, conversions),
	}
}

// UpdateAvailable converts resources of an agent that nobody holds. Operations
// and Conversions say the same.
type UpdateAvailable struct {
	Agent       string
	Operations  []Operation
	Conversions []Conversion
}

var updateAvailableName = register[UpdateAvailable]("update_available", "operate")

func (*UpdateAvailable) Name() string { return updateAvailableName }

func (o *UpdateAvailable) fields() []field {
	return []field{
		word("agent", &o.Agent, text),
		kept("operations", "operations", &o.Operations, operations),
		kept("conversions", "conversions", &o.Conversions, conversions),
	}
}

// TransitionOfferedToAllocated tells that offered resources are in use now.
type TransitionOfferedToAllocated struct {
	Agent     string
	Role      string
	Resources []Resource
}

var transitionName = register[TransitionOfferedToAllocated]("transition_offered_to_allocated", "allocate")

func (*TransitionOfferedToAllocated) Name() string { return transitionName }

func (o *TransitionOfferedToAllocated) fields() []field {
	return []field{
		word("agent", &o.Agent, text),
		word("role", &o.Role, text),
		resourceField("resources", &o.Resources),
	}
}

// RecoverResources gives back what a framework was offered, or what it held if
// Allocated. Without RefuseSeconds, no filter is set.
type RecoverResources struct {
	Framework     string
	Agent         string
	Role          string
	Resources     []Resource
	RefuseSeconds *float64
	Allocated     bool
}

var recoverResourcesName = register[RecoverResources]("recover_resources", "recover")

func (*RecoverResources) Name() string { return recoverResourcesName }

func (o *RecoverResources) fields() []field {
	return []field{
		word("framework", &o.Framework, text),
		word("agent", &o.Agent, text),
		word("role", &o.Role, text),
		resourceField("resources", &o.Resources),
		option("refuse_seconds", "refuse", &o.RefuseSeconds, pointer(float)),
		flag("allocated", "allocated", &o.Allocated, boolean),
	}
}
