package driver

import (
	"slices"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/history"
)

func (d *Driver) roles(names []string) ([]core.RoleID, error) {
	out := make([]core.RoleID, 0, len(names))
	for _, name := range names {
		role, err := d.allocator.InternRole(name)
		if err != nil {
			return nil, err
		}
		out = append(out, role)
	}
	return out, nil
}

func (d *Driver) roleAnd(name string, list []history.Resource) (core.RoleID, []core.Resource, error) {
	role, err := d.allocator.InternRole(name)
	if err != nil {
		return 0, nil, err
	}
	resources, err := d.resources(list)
	return role, resources, err
}

func (d *Driver) conversions(list []history.Conversion) ([]core.Conversion, error) {
	out := make([]core.Conversion, len(list))
	for i, c := range list {
		var err error
		if out[i].Consumed, err = d.resources(c.Consumed); err != nil {
			return nil, err
		}
		if out[i].Converted, err = d.resources(c.Converted); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// resources turns resources into the core's form.
func (d *Driver) resources(list []history.Resource) ([]core.Resource, error) {
	var out []core.Resource
	for i := range list {
		r := &list[i]
		kind, err := d.allocator.InternKind(KindOf(r))
		if err != nil {
			return nil, err
		}
		switch r.Type {
		case history.Scalar:
			out = append(out, core.ScalarOf(kind, core.Amount(r.Milli)))
		case history.Ranges:
			for _, x := range r.Ranges {
				out = append(out, core.IntervalOf(kind, x.Begin, x.End))
			}
		case history.Set:
			for _, item := range r.Items {
				n, err := d.allocator.InternItem(item)
				if err != nil {
					return nil, err
				}
				out = append(out, core.IntervalOf(kind, n, n))
			}
		}
	}
	return out, nil
}

// KindOf is the core's description of a resource's kind.
func KindOf(r *history.Resource) core.Kind {
	k := core.Kind{
		Name:      r.Name,
		Type:      core.ValueType(r.Type),
		Revocable: r.Revocable,
		Shared:    r.Shared,
		Provider:  r.Provider,
	}
	for _, x := range r.Reservations {
		kind := core.Static
		if x.Dynamic {
			kind = core.Dynamic
		}
		k.Reservations = append(k.Reservations, core.Reservation{
			Type: kind, Role: x.Role, Principal: x.Principal, Labels: labelsTo(x.Labels),
		})
	}
	if r.Disk != nil {
		k.Disk = diskOf(r.Disk)
	}
	return k
}

var sourceTypes = []string{core.Path: "PATH", core.Mount: "MOUNT", core.Block: "BLOCK", core.Raw: "RAW"}

func diskOf(d *history.Disk) *core.Disk {
	out := &core.Disk{}
	if s := d.Source; s != nil {
		out.Source = core.SourceType(slices.Index(sourceTypes, s.Type))
		out.Vendor, out.ID, out.Profile, out.Metadata = s.Vendor, s.ID, s.Profile, labelsTo(s.Metadata)
		for _, place := range []*history.Root{s.Path, s.Mount} {
			if place != nil {
				out.Root = place.Root
			}
		}
	}
	if d.Persistence != nil {
		out.Persistence = &d.Persistence.ID
	}
	return out
}

func labelsTo(labels []history.Label) []core.Label {
	if labels == nil {
		return nil
	}
	out := make([]core.Label, len(labels))
	for i, l := range labels {
		out[i] = core.Label(l)
	}
	return out
}

func (d *Driver) describe(list []core.Resource) ([]history.Resource, error) {
	return Describe(d.allocator, list)
}

// Describe turns the core's resources into the history's form. Spans of one kind
// become one resource.
func Describe(a interface {
	DescribeKind(core.KindID) (core.Kind, error)
	ItemName(uint64) (string, error)
}, list []core.Resource) ([]history.Resource, error) {
	var out []history.Resource
	spanned := map[core.KindID]int{} // index in out
	for _, r := range list {
		k, err := a.DescribeKind(r.Kind)
		if err != nil {
			return nil, err
		}
		if k.Type == core.Scalar {
			x := resourceOf(&k)
			x.Milli = int64(r.Amount)
			out = append(out, x)
			continue
		}
		i, ok := spanned[r.Kind]
		if !ok {
			i = len(out)
			spanned[r.Kind] = i
			out = append(out, resourceOf(&k))
		}
		if k.Type == core.Ranges {
			out[i].Ranges = append(out[i].Ranges, history.Range{Begin: r.Begin, End: r.End})
			continue
		}
		for n := r.Begin; n <= r.End; n++ {
			name, err := a.ItemName(n)
			if err != nil {
				return nil, err
			}
			out[i].Items = append(out[i].Items, name)
		}
	}
	return out, nil
}

func resourceOf(k *core.Kind) history.Resource {
	r := history.Resource{
		Name:      k.Name,
		Type:      history.ValueType(k.Type),
		Revocable: k.Revocable,
		Shared:    k.Shared,
		Provider:  k.Provider,
	}
	for _, x := range k.Reservations {
		r.Reservations = append(r.Reservations, history.Reservation{
			Dynamic: x.Type == core.Dynamic, Role: x.Role, Principal: x.Principal, Labels: labelsFrom(x.Labels),
		})
	}
	if k.Disk != nil {
		r.Disk = diskFrom(k.Disk)
	}
	return r
}

func diskFrom(d *core.Disk) *history.Disk {
	out := &history.Disk{}
	if d.Source != core.NoSource {
		s := &history.Source{
			Type: sourceTypes[d.Source], Vendor: d.Vendor, ID: d.ID, Profile: d.Profile, Metadata: labelsFrom(d.Metadata),
		}
		if d.Root != nil && d.Source == core.Path {
			s.Path = &history.Root{Root: d.Root}
		}
		if d.Root != nil && d.Source == core.Mount {
			s.Mount = &history.Root{Root: d.Root}
		}
		out.Source = s
	}
	if d.Persistence != nil {
		out.Persistence = &history.Persistence{ID: *d.Persistence}
	}
	return out
}

func labelsFrom(labels []core.Label) []history.Label {
	if labels == nil {
		return nil
	}
	out := make([]history.Label, len(labels))
	for i, l := range labels {
		out[i] = history.Label(l)
	}
	return out
}
