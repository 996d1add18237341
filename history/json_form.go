package history

import (
	"bytes"
	"encoding/json"
)

// ParseOp reads the JSON line of an operation. It accepts no operation, field or
// value that it doesn't know; the error is an *Error. What the line may say under
// "expect" has to be an answer and is dropped.
func ParseOp(line []byte) (Op, error) {
	step, err := ParseStep(line)
	return step.Op, err
}

// ParseStep reads the JSON line of an operation and of its answer, if it has one.
func ParseStep(line []byte) (Step, error) {
	n, err := parseJSON(line)
	if err != nil {
		return Step{}, err
	}
	o := n.object()
	name := required(o, "op", jsonValue.str)
	if o.err != nil {
		return Step{}, o.err
	}
	kind, ok := opKinds[name]
	if !ok {
		return Step{}, fieldErrorf("op", "unknown operation %q", name)
	}
	step := Step{Op: kind.make()}
	for _, f := range step.Op.fields() {
		f.read(o)
	}
	if _, ok := o.take("expect"); ok {
		expect := required(o, "expect", readAnswer)
		step.Expect = &expect
	}
	if err := o.done(); err != nil {
		e := asError(err)
		e.Op = name
		return Step{}, e
	}
	return step, nil
}

// read reads the field from an operation's JSON object.
func (f *field) read(o *objectReader) {
	n, ok := o.take(f.name)
	if !ok {
		if f.need {
			o.fail(fieldErrorf(f.name, "missing"))
		}
		return
	}
	if err := f.value.readJSON(n); err != nil {
		o.fail(err)
	}
	if f.keep {
		f.value.settle()
	}
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
	out := map[string]any{"op": op.Name()}
	for _, f := range op.fields() {
		if f.keep || !f.value.zero() {
			out[f.name] = f.value.writeJSON()
		}
	}
	if expect != nil {
		out["expect"] = writeAnswer(*expect)
	}
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(out); err != nil {
		return nil, &Error{Op: op.Name(), Message: err.Error()}
	}
	return bytes.TrimRight(line.Bytes(), "\n"), nil
}
