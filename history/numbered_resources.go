package history

import (
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// numbered turns resources into the core's form. If several resources of one kind have ranges or
// set items in common, these count once, as in Mesos's class Resources. The core refuses what
// overlaps within one resource.
func numbered(a Numbers, list []Resource) ([]alloc.Resource, error) {
	parts := make([][]alloc.Resource, len(list))
	spans := map[alloc.KindID][]int{} // in list, by their kind: resources of ranges or sets in which none overlap
	for i := range list {
		kind, err := a.InternKind(KindOf(&list[i]))
		if err != nil {
			return nil, err
		}
		if parts[i], err = numberedOne(a, kind, &list[i]); err != nil {
			return nil, err
		}
		if list[i].Type != Scalar && !overlap(parts[i]) {
			spans[kind] = append(spans[kind], i)
		}
	}
	for _, places := range spans {
		var all []alloc.Resource
		for _, i := range places {
			all = append(all, parts[i]...)
		}
		if overlap(all) {
			for _, i := range places {
				parts[i] = nil
			}
			parts[places[0]] = united(all)
		}
	}
	return slices.Concat(parts...), nil
}

// numberedOne turns a resource of a kind into the core's form, in which each range and each item
// is a resource.
func numberedOne(a Numbers, kind alloc.KindID, r *Resource) ([]alloc.Resource, error) {
	var out []alloc.Resource
	switch r.Type {
	case Scalar:
		out = append(out, alloc.ScalarOf(kind, alloc.Amount(r.Milli)))
	case Ranges:
		for _, x := range r.Ranges {
			out = append(out, alloc.IntervalOf(kind, x.Begin, x.End))
		}
	case Set:
		for _, item := range r.Items {
			n, err := a.InternItem(item)
			if err != nil {
				return nil, err
			}
			out = append(out, alloc.ItemOf(kind, n))
		}
	}
	return out, nil
}

// KindOf is the core's description of a resource's kind.
func KindOf(r *Resource) alloc.Kind {
	k := alloc.Kind{
		Name:      r.Name,
		Type:      alloc.ValueType(r.Type),
		Revocable: r.Revocable,
		Shared:    r.Shared,
		Provider:  r.Provider,
	}
	for _, x := range r.Reservations {
		kind := alloc.Static
		if x.Dynamic {
			kind = alloc.Dynamic
		}
		k.Reservations = append(k.Reservations, alloc.Reservation{
			Type: kind, Role: x.Role, Principal: x.Principal, Labels: labelsAs[alloc.Label](x.Labels),
		})
	}
	if r.Disk != nil {
		k.Disk = diskOf(r.Disk)
	}
	return k
}

var sourceTypes = []string{alloc.Path: "PATH", alloc.Mount: "MOUNT", alloc.Block: "BLOCK", alloc.Raw: "RAW"}

func diskOf(d *Disk) *alloc.Disk {
	out := &alloc.Disk{}
	if s := d.Source; s != nil {
		out.Source = alloc.SourceType(slices.Index(sourceTypes, s.Type))
		out.Vendor, out.ID, out.Profile, out.Metadata = s.Vendor, s.ID, s.Profile, labelsAs[alloc.Label](s.Metadata)
		for _, place := range []*Root{s.Path, s.Mount} {
			if place != nil {
				out.Root = place.Root
			}
		}
		if own := s.own(); own != nil && *own != nil && (*own).Root == nil {
			out.Root = new(unnamed)
		}
	}
	if d.Persistence != nil {
		out.Persistence = &d.Persistence.ID
	}
	return out
}

// labelsAs are the labels as the other of the two types has them, nil for nil.
func labelsAs[B, A interface{ Label | alloc.Label }](labels []A) []B {
	if labels == nil {
		return nil
	}
	out := make([]B, len(labels))
	for i, l := range labels {
		out[i] = B(l)
	}
	return out
}

// Kinds tell what numbers of kinds and items stand for.
type Kinds interface {
	DescribeKind(alloc.KindID) (alloc.Kind, error)
	ItemName(alloc.SetItemID) (string, error)
}

// Describe turns the core's resources into the history's form. Spans of one kind
// become one resource.
func Describe(a Kinds, list []alloc.Resource) ([]Resource, error) {
	var out []Resource
	at := map[alloc.KindID]int{} // in out, of kinds of ranges and sets
	for _, r := range list {
		k, err := a.DescribeKind(r.Kind)
		if err != nil {
			return nil, err
		}
		if k.Type == alloc.Scalar {
			x := ResourceOf(&k)
			x.Milli = int64(r.Amount)
			out = append(out, x)
			continue
		}
		i, known := at[r.Kind]
		if !known {
			i = len(out)
			at[r.Kind] = i
			out = append(out, ResourceOf(&k))
		}
		if k.Type == alloc.Ranges {
			out[i].Ranges = append(out[i].Ranges, Range{Begin: r.Begin, End: r.End})
			continue
		}
		for n := r.Begin; n <= r.End; n++ {
			name, err := a.ItemName(alloc.SetItemID(n))
			if err != nil {
				return nil, err
			}
			out[i].Items = append(out[i].Items, name)
		}
	}
	return out, nil
}

// ResourceOf undoes KindOf: it is a resource without an amount.
func ResourceOf(k *alloc.Kind) Resource {
	r := Resource{
		Name:      k.Name,
		Type:      ValueType(k.Type),
		Revocable: k.Revocable,
		Shared:    k.Shared,
		Provider:  k.Provider,
	}
	for _, x := range k.Reservations {
		r.Reservations = append(r.Reservations, Reservation{
			Dynamic: x.Type == alloc.Dynamic, Role: x.Role, Principal: x.Principal, Labels: labelsAs[Label](x.Labels),
		})
	}
	if k.Disk != nil {
		r.Disk = diskFrom(k.Disk)
	}
	return r
}

func diskFrom(d *alloc.Disk) *Disk {
	out := &Disk{}
	if d.Source != alloc.NoSource {
		s := &Source{
			Type: sourceTypes[d.Source], Vendor: d.Vendor, ID: d.ID, Profile: d.Profile, Metadata: labelsAs[Label](d.Metadata),
		}
		switch own := s.own(); {
		case own == nil || d.Root == nil:
		case *d.Root == unnamed:
			*own = &Root{}
		default:
			*own = &Root{Root: d.Root}
		}
		out.Source = s
	}
	if d.Persistence != nil {
		out.Persistence = &Persistence{ID: *d.Persistence}
	}
	return out
}
