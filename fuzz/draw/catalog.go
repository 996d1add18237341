package draw

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/fuzz/tape"
	"github.com/apportion/apportion/history"
)

// catalog is the kinds of resources of a history, and what becomes of each by
// operations, as far as it has been asked for.
type catalog struct {
	plain     []uint32 // scalars that are nobody's, by place in style.scalars
	revocable []uint32
	gpus      uint32
	ports     uint32
	zones     uint32
	items     []uint64
	disks     []uint32
	derived   map[derivation]uint32
}

// A derivation is what becomes of a kind by an operation.
type derivation struct {
	by      operation
	kind    uint32
	role    uint32 // of a reservation
	variant uint8  // of the reservations of a role, or of a disk's volumes
	shared  bool   // of a volume
}

type operation uint8

const (
	reserving operation = iota
	unreserving
	creating
	destroying
)

// How many reservations of a role there are that differ: by type, principal and
// labels. The first is a static one.
const reservationVariants = 7

// volumeIDs are how many ids volumes of an agent may have.
const volumeIDs = 12

var regionNames = []string{"r1", "r2"}

func (d *Drawer) drawCatalog() {
	k := &d.catalog
	*k = catalog{derived: map[derivation]uint32{}, gpus: tape.None, ports: tape.None, zones: tape.None}
	for _, name := range d.style.scalars {
		k.plain = append(k.plain, d.cast.Kind(history.Resource{Name: name}))
	}
	for _, name := range []string{"cpus", "mem"} {
		if d.has(revocable) {
			k.revocable = append(k.revocable, d.cast.Kind(history.Resource{Name: name, Revocable: true}))
		}
	}
	if d.has(gpus) {
		k.gpus = d.cast.Kind(history.Resource{Name: "gpus"})
	}
	if d.has(ports) {
		k.ports = d.cast.Kind(history.Resource{Name: "ports", Type: history.Ranges})
	}
	if d.has(sets) {
		k.zones = d.cast.Kind(history.Resource{Name: "zones", Type: history.Set})
		for _, item := range []string{"", "i2", "i3", "i4"} {
			k.items = append(k.items, uint64(d.cast.Item(item)))
		}
	}
	if d.has(disks) {
		d.drawDisks()
	}
}

// drawDisks makes disks with a source. Agents have the same ones, as machines do
// that are set up alike, but each has any of them once.
func (d *Drawer) drawDisks() {
	for i := range 6 {
		s := &history.Source{Type: []string{"PATH", "MOUNT", "BLOCK", "RAW"}[i%4]}
		root := &history.Root{Root: new(fmt.Sprintf("/disk/%d", i))}
		switch s.Type {
		case "PATH":
			s.Path = root
		case "MOUNT":
			s.Mount = root
		case "BLOCK":
			s.ID = root.Root
		case "RAW":
			if s.Profile = new("fast"); d.chance(50) {
				s.ID = root.Root
			}
		}
		d.catalog.disks = append(d.catalog.disks, d.cast.Kind(history.Resource{Name: "disk", Disk: &history.Disk{Source: s}}))
	}
}

// derived is a kind that another one becomes by a change.
func (d *Drawer) derived(x derivation, change func(r *history.Resource)) uint32 {
	n, ok := d.catalog.derived[x]
	if !ok {
		r := d.cast.Kinds[x.kind].Resource
		change(&r)
		n = d.cast.Kind(r)
		d.catalog.derived[x] = n
	}
	return n
}

// reserve is a kind reserved for a role, within the reservations that it has.
func (d *Drawer) reserve(kind, role uint32, variant uint8) uint32 {
	return d.derived(derivation{by: reserving, kind: kind, role: role, variant: variant}, func(r *history.Resource) {
		v := history.Reservation{Role: d.cast.Roles[role].Path, Dynamic: variant > 0}
		if variant%2 == 0 && variant > 0 {
			v.Principal = new("ops")
		}
		switch variant {
		case 3, 4:
			v.Labels = []history.Label{{Key: "k", Value: new("1")}}
		case 5, 6:
			v.Labels = []history.Label{{Key: "k", Value: new("2")}}
		}
		r.Reservations = append(slices.Clone(r.Reservations), v)
	})
}

// unreserve is a kind without its last reservation.
func (d *Drawer) unreserve(kind uint32) uint32 {
	return d.derived(derivation{by: unreserving, kind: kind}, func(r *history.Resource) {
		if r.Reservations = r.Reservations[:len(r.Reservations)-1]; len(r.Reservations) == 0 {
			r.Reservations = nil
		}
	})
}

// volumeOn is a persistent volume on a disk.
func (d *Drawer) volumeOn(kind uint32, id uint8, shared bool) uint32 {
	return d.derived(derivation{by: creating, kind: kind, variant: id, shared: shared}, func(r *history.Resource) {
		disk := &history.Disk{Persistence: &history.Persistence{ID: fmt.Sprintf("v%d", id)}}
		if r.Disk != nil {
			disk.Source = r.Disk.Source
		}
		r.Disk, r.Shared = disk, shared
	})
}

// diskOf is the disk that a volume lies on.
func (d *Drawer) diskOf(volume uint32) uint32 {
	return d.derived(derivation{by: destroying, kind: volume}, func(r *history.Resource) {
		disk := *r.Disk
		disk.Persistence, disk.Volume = nil, nil
		if r.Disk, r.Shared = &disk, false; disk.Source == nil {
			r.Disk = nil
		}
	})
}
