package history

import (
	"strconv"
)

// resourceList is resources in brackets, where the short form needs brackets.
var resourceList = codec[[]Resource]{
	readJSON:   jsonResources.readJSON,
	writeJSON:  jsonResources.writeJSON,
	readShort:  readBracketed,
	writeShort: writeBracketed,
}

var jsonResources = listOf(codec[Resource]{readJSON: readResource, writeJSON: writeResource}, square)

func readResource(n jsonValue) (Resource, error) {
	o := n.object()
	r := Resource{Name: required(o, "name", jsonValue.str)}
	if o.err == nil && r.Name == "" {
		o.fail(fieldErrorf(join(n.path, "name"), "empty"))
	}
	switch required(o, "type", oneOf(valueTypes...).readJSON) {
	case "SCALAR":
		r.Milli = required(o, "scalar", wrapped("value", amount.readJSON))
	case "RANGES":
		r.Type, r.Ranges = Ranges, required(o, "ranges", wrapped("range", rangeList.readJSON))
	case "SET":
		r.Type, r.Items = Set, required(o, "set", wrapped("item", textList.readJSON))
	}
	r.Reservations = optional(o, "reservations", reservationList.readJSON)
	if len(r.Reservations) == 0 {
		r.Reservations = nil
	}
	r.Disk = optional(o, "disk", readDisk)
	r.Revocable = optional(o, "revocable", mark)
	r.Shared = optional(o, "shared", mark)
	r.Provider = optionalPointer(o, "provider_id", wrapped("value", jsonValue.str))
	return r, o.done()
}

func writeResource(r Resource) any {
	out := map[string]any{"name": r.Name, "type": valueTypes[r.Type]}
	switch r.Type {
	case Scalar:
		out["scalar"] = map[string]any{"value": amount.writeJSON(r.Milli)}
	case Ranges:
		out["ranges"] = map[string]any{"range": rangeList.writeJSON(r.Ranges)}
	case Set:
		out["set"] = map[string]any{"item": textList.writeJSON(r.Items)}
	}
	if r.Reservations != nil {
		out["reservations"] = reservationList.writeJSON(r.Reservations)
	}
	if r.Disk != nil {
		out["disk"] = writeDisk(r.Disk)
	}
	if r.Revocable {
		out["revocable"] = map[string]any{}
	}
	if r.Shared {
		out["shared"] = map[string]any{}
	}
	if r.Provider != nil {
		out["provider_id"] = map[string]any{"value": *r.Provider}
	}
	return out
}

// wrapped reads a message of one field.
func wrapped[T any](name string, read func(jsonValue) (T, error)) func(jsonValue) (T, error) {
	return func(n jsonValue) (T, error) {
		o := n.object()
		v := required(o, name, read)
		return v, o.done()
	}
}

// mark reads a message without fields, whose presence is all it says.
func mark(n jsonValue) (bool, error) { return true, n.object().done() }

func unsigned(n jsonValue) (uint64, error) {
	literal, err := n.number()
	if err != nil {
		return 0, err
	}
	v, err := strconv.ParseUint(literal, 10, 64)
	if err != nil {
		return 0, fieldErrorf(n.path, "want an unsigned whole number, got %s", literal)
	}
	return v, nil
}

func readRange(n jsonValue) (Range, error) {
	o := n.object()
	r := Range{required(o, "begin", unsigned), required(o, "end", unsigned)}
	return r, o.done()
}

func readReservation(n jsonValue) (Reservation, error) {
	o := n.object()
	r := Reservation{
		Dynamic:   required(o, "type", oneOf("STATIC", "DYNAMIC").readJSON) == "DYNAMIC",
		Role:      required(o, "role", jsonValue.str),
		Principal: optionalPointer(o, "principal", jsonValue.str),
		Labels:    optional(o, "labels", readLabels),
	}
	return r, o.done()
}

func writeReservation(r Reservation) any {
	out := map[string]any{"type": "STATIC", "role": r.Role}
	if r.Dynamic {
		out["type"] = "DYNAMIC"
	}
	putText(out, "principal", r.Principal)
	putLabels(out, "labels", r.Labels)
	return out
}

func readLabel(n jsonValue) (Label, error) {
	o := n.object()
	l := Label{required(o, "key", jsonValue.str), optionalPointer(o, "value", jsonValue.str)}
	return l, o.done()
}

func writeLabel(l Label) any {
	out := map[string]any{"key": l.Key}
	putText(out, "value", l.Value)
	return out
}

// readLabels reads a Labels message. It is never nil, even without a list.
func readLabels(n jsonValue) ([]Label, error) {
	o := n.object()
	labels := optional(o, "labels", labelList.readJSON)
	if labels == nil {
		labels = []Label{}
	}
	return labels, o.done()
}

func putLabels(out map[string]any, name string, labels []Label) {
	if labels != nil {
		out[name] = map[string]any{"labels": labelList.writeJSON(labels)}
	}
}

func putText(out map[string]any, name string, v *string) {
	if v != nil {
		out[name] = *v
	}
}
