package history

import (
	"cmp"
	"slices"
)

// Divisible says whether two amounts of the resource's kind add up to one amount. Other resources
// are things of a certain size, of which there may be several: shared resources, persistent
// volumes, MOUNT and BLOCK disks, and RAW disks with an identity. This is addable in Mesos's
// resources.cpp.
func (r *Resource) Divisible() bool {
	if r.Shared {
		return false
	}
	d := r.Disk
	if d == nil {
		return true
	}
	if d.Persistence != nil {
		return false
	}
	if d.Source == nil {
		return true
	}
	switch d.Source.Type {
	case "MOUNT", "BLOCK":
		return false
	case "RAW":
		return d.Source.ID == nil
	}
	return true
}

// Kind is a text that two resources have in common if and only if Mesos sees no
// difference between them but in their amounts: the short form without an amount. It leaves out the
// volume and the persistence's principal, as Mesos does, and the order of labels.
func (r *Resource) Kind() string {
	x := *r
	x.Reservations = slices.Clone(r.Reservations)
	for i := range x.Reservations {
		x.Reservations[i].Labels = sortedLabels(x.Reservations[i].Labels)
	}
	if r.Disk != nil {
		disk := *r.Disk
		x.Disk, disk.Volume = &disk, nil
		if disk.Persistence != nil {
			disk.Persistence = &Persistence{ID: disk.Persistence.ID}
		}
		if disk.Source != nil {
			source := *disk.Source
			disk.Source, source.Metadata = &source, sortedLabels(source.Metadata)
		}
	}
	p := &printer{}
	p.kind(&x)
	return p.String() + " " + r.Type.String()
}

// sortedLabels gives a label without a value an empty one, which equals it: Mesos compares what the
// protobuf getter gives.
func sortedLabels(labels []Label) []Label {
	labels = slices.Clone(labels)
	for i := range labels {
		labels[i].Value = cmp.Or(labels[i].Value, new(""))
	}
	slices.SortFunc(labels, func(a, b Label) int { return cmp.Or(cmp.Compare(a.Key, b.Key), cmp.Compare(*a.Value, *b.Value)) })
	return labels
}
