package history

import "reflect"

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

// Admits reports whether all conditions hold for an agent with these attributes. Drivers ask it: the core is told
// which agents are excluded, and knows no conditions.
func (g Group) Admits(attributes map[string]string) bool {
	for _, c := range g {
		value, ok := attributes[c.Attribute]
		holds := ok
		switch c.Test {
		case Equals:
			holds = ok && value == c.Value
		case NotEquals:
			holds = !ok || value != c.Value
		case NotExists:
			holds = !ok
		}
		if !holds {
			return false
		}
	}
	return true
}

// A statement is a Condition in JSON, which has one of the last three.
type statement struct {
	Attribute string
	Equals    *string
	NotEquals *string
	Exists    *bool
}

var statementFields = fieldsOf(reflect.TypeFor[statement](), "")

func (c *Condition) readJSON(n jsonValue) {
	var x statement
	o, count := n.object(), 0
	o.readFields(statementFields, reflect.ValueOf(&x).Elem())
	c.Attribute = x.Attribute
	if x.Equals != nil {
		c.Test, c.Value, count = Equals, *x.Equals, count+1
	}
	if x.NotEquals != nil {
		c.Test, c.Value, count = NotEquals, *x.NotEquals, count+1
	}
	if x.Exists != nil {
		c.Test, count = Exists, count+1
		if !*x.Exists {
			c.Test = NotExists
		}
	}
	if count != 1 {
		panic(n.errorf("want one of equals, not_equals and exists"))
	}
	o.done()
}

func (c *Condition) writeJSON() any {
	switch c.Test {
	case Equals:
		return map[string]any{"attribute": c.Attribute, "equals": c.Value}
	case NotEquals:
		return map[string]any{"attribute": c.Attribute, "not_equals": c.Value}
	}
	return map[string]any{"attribute": c.Attribute, "exists": c.Test == Exists}
}

func (c *Condition) readShort(s *scanner) {
	if s.accept("!") {
		c.Test, c.Attribute = NotExists, s.name()
		return
	}
	c.Attribute = s.name()
	switch {
	case s.accept("!="):
		c.Test, c.Value = NotEquals, s.name()
	case s.accept("="):
		c.Test, c.Value = Equals, s.name()
	default:
		c.Test = Exists
	}
}

func (c *Condition) writeShort(p *printer) {
	switch text := keyOf(c.Attribute); c.Test {
	case Equals:
		p.WriteString(text + "=" + keyOf(c.Value))
	case NotEquals:
		p.WriteString(text + "!=" + keyOf(c.Value))
	case Exists:
		p.WriteString(text)
	case NotExists:
		p.WriteString("!" + text)
	}
}
