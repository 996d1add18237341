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

func readResource(n node) (Resource, error) {
	o := n.object()
	r := Resource{Name: must(o, "name", node.str)}
	if o.err == nil && r.Name == "" {
		o.fail(fieldErrorf(join(n.path, "name"), "empty"))
	}
	switch must(o, "type", oneOf(valueTypes...).readJSON) {
	case "SCALAR":
		r.Milli = must(o, "scalar", wrapped("value", amount.readJSON))
	case "RANGES":
		r.Type, r.Ranges = Ranges, must(o, "ranges", wrapped("range", rangeList.readJSON))
	case "SET":
		r.Type, r.Items = Set, must(o, "set", wrapped("item", textList.readJSON))
	}
	r.Reservations = may(o, "reservations", reservationList.readJSON)
	if len(r.Reservations) == 0 {
		r.Reservations = nil
	}
	r.Disk = may(o, "disk", readDisk)
	r.Revocable = may(o, "revocable", mark)
	r.Shared = may(o, "shared", mark)
	r.Provider = maybe(o, "provider_id", wrapped("value", node.str))
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
func wrapped[T any](name string, read func(node) (T, error)) func(node) (T, error) {
	return func(n node) (T, error) {
		o := n.object()
		v := must(o, name, read)
		return v, o.done()
	}
}

// mark reads a message without fields, whose presence is all it says.
func mark(n node) (bool, error) { return true, n.object().done() }

func unsigned(n node) (uint64, error) {
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

func readRange(n node) (Range, error) {
	o := n.object()
	r := Range{must(o, "begin", unsigned), must(o, "end", unsigned)}
	return r, o.done()
}

func readReservation(n node) (Reservation, error) {
	o := n.object()
	r := Reservation{
		Dynamic:   must(o, "type", oneOf("STATIC", "DYNAMIC").readJSON) == "DYNAMIC",
		Role:      must(o, "role", node.str),
		Principal: maybe(o, "principal", node.str),
		Labels:    may(o, "labels", readLabels),
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

func readLabel(n node) (Label, error) {
	o := n.object()
	l := Label{must(o, "key", node.str), maybe(o, "value", node.str)}
	return l, o.done()
}

func writeLabel(l Label) any {
	out := map[string]any{"key": l.Key}
	putText(out, "value", l.Value)
	return out
}

// readLabels reads a Labels message. It is never nil, even without a list.
func readLabels(n node) ([]Label, error) {
	o := n.object()
	labels := may(o, "labels", labelList.readJSON)
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

func readDisk(n node) (*Disk, error) {
	o := n.object()
	d := &Disk{
		Source:      may(o, "source", readSource),
		Persistence: may(o, "persistence", readPersistence),
		Volume:      may(o, "volume", readVolume),
	}
	return d, o.done()
}

func writeDisk(d *Disk) any {
	out := map[string]any{}
	if d.Source != nil {
		out["source"] = writeSource(d.Source)
	}
	if p := d.Persistence; p != nil {
		persistence := map[string]any{"id": p.ID}
		putText(persistence, "principal", p.Principal)
		out["persistence"] = persistence
	}
	if v := d.Volume; v != nil {
		volume := map[string]any{"container_path": v.ContainerPath, "mode": v.Mode}
		putText(volume, "host_path", v.HostPath)
		out["volume"] = volume
	}
	return out
}

var (
	sourceType = oneOf("PATH", "MOUNT", "BLOCK", "RAW")
	volumeMode = oneOf("RW", "RO")
)

func readSource(n node) (*Source, error) {
	o := n.object()
	s := &Source{
		Type:     must(o, "type", sourceType.readJSON),
		Path:     may(o, "path", readRoot),
		Mount:    may(o, "mount", readRoot),
		Vendor:   maybe(o, "vendor", node.str),
		ID:       maybe(o, "id", node.str),
		Profile:  maybe(o, "profile", node.str),
		Metadata: may(o, "metadata", readLabels),
	}
	return s, o.done()
}

func writeSource(s *Source) any {
	out := map[string]any{"type": s.Type}
	putRoot(out, "path", s.Path)
	putRoot(out, "mount", s.Mount)
	putText(out, "vendor", s.Vendor)
	putText(out, "id", s.ID)
	putText(out, "profile", s.Profile)
	putLabels(out, "metadata", s.Metadata)
	return out
}

func readRoot(n node) (*Root, error) {
	o := n.object()
	r := &Root{maybe(o, "root", node.str)}
	return r, o.done()
}

func putRoot(out map[string]any, name string, r *Root) {
	if r != nil {
		root := map[string]any{}
		putText(root, "root", r.Root)
		out[name] = root
	}
}

func readPersistence(n node) (*Persistence, error) {
	o := n.object()
	p := &Persistence{must(o, "id", node.str), maybe(o, "principal", node.str)}
	return p, o.done()
}

func readVolume(n node) (*Volume, error) {
	o := n.object()
	v := &Volume{
		ContainerPath: must(o, "container_path", node.str),
		HostPath:      maybe(o, "host_path", node.str),
		Mode:          must(o, "mode", volumeMode.readJSON),
	}
	return v, o.done()
}
