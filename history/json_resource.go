package history

import "reflect"

// resourceFields are the fields of a resource in JSON: first its name and type, then the
// values, one for each type, of which it has one.
var resourceFields = fieldsOf(reflect.TypeFor[Resource](), "")

const valuesAt = 2

// valueFields are the field with the value of a resource, and those after the values.
func (r *Resource) valueFields() (value, rest []field) {
	values := resourceFields[valuesAt:]
	return values[r.Type : r.Type+1], values[len(valueTypes):]
}

func (r *Resource) readJSON(n jsonValue) {
	o, v := n.object(), reflect.ValueOf(r).Elem()
	o.readFields(resourceFields[:1], v)
	if r.Name == "" {
		panic(fieldErrorf(join(n.at.path(), "name"), "empty"))
	}
	o.readFields(resourceFields[1:valuesAt], v)
	value, rest := r.valueFields()
	o.readFields(value, v)
	o.readFields(rest, v)
	if len(r.Reservations) == 0 {
		r.Reservations = nil
	}
	o.done()
}

func (r *Resource) writeJSON() any {
	v, out := reflect.ValueOf(r).Elem(), map[string]any{}
	value, rest := r.valueFields()
	for _, list := range [][]field{resourceFields[:valuesAt], value, rest} {
		writeFields(list, v, out)
	}
	return out
}
