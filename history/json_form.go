package history

import (
	"bytes"
	"encoding/json"
	"reflect"
)

var (
	text   = codecOf(reflect.TypeFor[string](), "")
	answer = codecOf(reflect.TypeFor[*Answer](), "")
)

// ParseStep reads the JSON line of an operation and of its answer, if it has one. An operation, field or
// value that it does not know is an error; errors are *Error.
func ParseStep(line []byte) (_ Step, err error) {
	var name, known string
	defer catch(&known, &err)
	o := parseJSON(line).object()
	o.required("op", reflect.ValueOf(&name).Elem(), text)
	kind, ok := opKinds[name]
	if !ok {
		panic(fieldErrorf("op", "unknown operation %q", name))
	}
	known = name
	step := Step{Op: kind.make()}
	o.readFields(kind.fields, reflect.ValueOf(step.Op).Elem())
	o.optional("expect", reflect.ValueOf(&step.Expect).Elem(), answer)
	o.done()
	return step, nil
}

// MarshalStep writes the JSON line of an operation and of its answer, if it has one, without a
// line break.
func MarshalStep(step Step) ([]byte, error) {
	op := step.Op
	out := writeFields(opKinds[op.Name()].fields, reflect.ValueOf(op).Elem(), map[string]any{"op": op.Name()})
	if step.Expect != nil {
		out["expect"] = answer.writeJSON(reflect.ValueOf(&step.Expect).Elem())
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, &Error{Op: op.Name(), Message: err.Error()}
	}
	return bytes.TrimRight(line.Bytes(), "\n"), nil
}
