package history

func readDisk(n jsonValue) (*Disk, error) {
	o := n.object()
	d := &Disk{
		Source:      optional(o, "source", readSource),
		Persistence: optional(o, "persistence", readPersistence),
		Volume:      optional(o, "volume", readVolume),
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

func readSource(n jsonValue) (*Source, error) {
	o := n.object()
	s := &Source{
		Type:     required(o, "type", sourceType.readJSON),
		Path:     optional(o, "path", readRoot),
		Mount:    optional(o, "mount", readRoot),
		Vendor:   optionalPointer(o, "vendor", jsonValue.str),
		ID:       optionalPointer(o, "id", jsonValue.str),
		Profile:  optionalPointer(o, "profile", jsonValue.str),
		Metadata: optional(o, "metadata", readLabels),
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

func readRoot(n jsonValue) (*Root, error) {
	o := n.object()
	r := &Root{optionalPointer(o, "root", jsonValue.str)}
	return r, o.done()
}

func putRoot(out map[string]any, name string, r *Root) {
	if r != nil {
		root := map[string]any{}
		putText(root, "root", r.Root)
		out[name] = root
	}
}

func readPersistence(n jsonValue) (*Persistence, error) {
	o := n.object()
	p := &Persistence{required(o, "id", jsonValue.str), optionalPointer(o, "principal", jsonValue.str)}
	return p, o.done()
}

func readVolume(n jsonValue) (*Volume, error) {
	o := n.object()
	v := &Volume{
		ContainerPath: required(o, "container_path", jsonValue.str),
		HostPath:      optionalPointer(o, "host_path", jsonValue.str),
		Mode:          required(o, "mode", volumeMode.readJSON),
	}
	return v, o.done()
}
