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

// ParseOp reads the JSON line of an operation. An operation, field or value that it does not know
// is an error; errors are *Error. An answer under "expect" is checked and dropped.
func ParseOp(line []byte) (Op, error) {
	step, err := ParseStep(line)
	return step.Op, err
}

// ParseStep reads the JSON line of an operation and of its answer, if it has one.
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

// MarshalOp writes the JSON line of an operation, without a line break.
func MarshalOp(op Op) ([]byte, error) {
	return marshal(op, nil)
}

// MarshalStep writes the JSON line of an operation and of its answer, without a
// line break.
func MarshalStep(step Step) ([]byte, error) {
	return marshal(step.Op, step.Expect)
}

func marshal(op Op, expect *Answer) ([]byte, error) {
	out := writeFields(opKinds[op.Name()].fields, reflect.ValueOf(op).Elem(), map[string]any{"op": op.Name()})
	if expect != nil {
		out["expect"] = answer.writeJSON(reflect.ValueOf(&expect).Elem())
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, &Error{Op: op.Name(), Message: err.Error()}
	}
	return bytes.TrimRight(line.Bytes(), "\n"), nil
}
