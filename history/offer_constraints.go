package history

// A Condition is a requirement on a text attribute of an agent.
type Condition struct {
	Attribute string
	Test      Test
	Value     string // of Equals and NotEquals
}

// A Test is what a Condition asks of its attribute.
type Test uint8

const (
	Equals Test = iota
	NotEquals
	Exists
	NotExists
)

// A Group is conditions that have to hold together.
type Group []Condition

var conditions = listOf(codec[Condition]{
	readJSON: func(n jsonValue) (Condition, error) {
		o := n.object()
		c := Condition{Attribute: required(o, "attribute", jsonValue.str)}
		equals, notEquals := optionalPointer(o, "equals", jsonValue.str), optionalPointer(o, "not_equals", jsonValue.str)
		exists := optionalPointer(o, "exists", jsonValue.boolean)
		count := 0
		if equals != nil {
			c.Test, c.Value, count = Equals, *equals, count+1
		}
		if notEquals != nil {
			c.Test, c.Value, count = NotEquals, *notEquals, count+1
		}
		if exists != nil {
			c.Test, count = Exists, count+1
			if !*exists {
				c.Test = NotExists
			}
		}
		if o.err == nil && count != 1 {
			o.fail(fieldErrorf(n.path, "want one of equals, not_equals and exists"))
		}
		return c, o.done()
	},
	writeJSON: func(c Condition) any {
		out := map[string]any{"attribute": c.Attribute}
		switch c.Test {
		case Equals:
			out["equals"] = c.Value
		case NotEquals:
			out["not_equals"] = c.Value
		default:
			out["exists"] = c.Test == Exists
		}
		return out
	},
	readShort: func(s *scanner) (c Condition, err error) {
		c.Test = Exists
		if s.accept("!") {
			c.Test = NotExists
		}
		if c.Attribute, err = s.name(); err != nil || c.Test == NotExists {
			return c, err
		}
		switch {
		case s.accept("!="):
			c.Test = NotEquals
		case s.accept("="):
			c.Test = Equals
		default:
			return c, nil
		}
		c.Value, err = s.name()
		return c, err
	},
	writeShort: func(p *printer, c Condition) {
		if c.Test == NotExists {
			p.WriteString("!")
		}
		p.name(c.Attribute)
		switch c.Test {
		case Equals:
			p.WriteString("=")
			p.name(c.Value)
		case NotEquals:
			p.WriteString("!=")
			p.name(c.Value)
		}
	},
}, square)

var group = codec[Group]{
	readJSON:   func(n jsonValue) (Group, error) { return conditions.readJSON(n) },
	writeJSON:  func(g Group) any { return conditions.writeJSON(g) },
	readShort:  func(s *scanner) (Group, error) { return conditions.readShort(s) },
	writeShort: func(p *printer, g Group) { conditions.writeShort(p, g) },
}
