package generator

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/fuzz/sequence"
	"github.com/apportion/apportion/history"
)

// catalog is the kinds of resources that agents of a history have from the beginning.
type catalog struct {
	plain     []uint32 // scalars that are nobody's, by place in style.scalars
	revocable []uint32
	gpus      uint32
	ports     uint32
	zones     uint32
	items     []uint64
	disks     []uint32
}

// How many reservations of a role there are that differ: by type, principal and
// labels. The first is a static one.
const reservationVariants = 7

// volumeIDs are how many ids volumes of an agent may have.
const volumeIDs = 12

var regionNames = []string{"r1", "r2"}

func (d *Generator) drawCatalog() {
	k := &d.catalog
	*k = catalog{gpus: sequence.None, ports: sequence.None, zones: sequence.None}
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
func (d *Generator) drawDisks() {
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
			s.Profile = new("fast")
			if d.chance(50) {
				s.ID = root.Root
			}
		}
		d.catalog.disks = append(d.catalog.disks, d.cast.Kind(history.Resource{Name: "disk", Disk: &history.Disk{Source: s}}))
	}
}

// reserve is a kind reserved for a role, within the reservations that it has.
func (d *Generator) reserve(kind, role uint32, variant uint8) uint32 {
	v := history.Reservation{Role: d.cast.Roles[role].Path, Dynamic: variant > 0}
	if variant%2 == 0 && variant > 0 {
		v.Principal = new("ops")
	}
	if variant > 2 {
		v.Labels = []history.Label{{Key: "k", Value: new([]string{"1", "2"}[(variant-3)/2])}}
	}
	r := d.cast.Kinds[kind].Resource
	r.Reservations = append(slices.Clone(r.Reservations), v)
	return d.cast.Kind(r)
}

// unreserve is a kind without its last reservation.
func (d *Generator) unreserve(kind uint32) uint32 {
	r := d.cast.Kinds[kind].Resource
	r.Reservations = r.Reservations[:len(r.Reservations)-1]
	if len(r.Reservations) == 0 {
		r.Reservations = nil
	}
	return d.cast.Kind(r)
}

// volumeOn is a persistent volume on a disk.
func (d *Generator) volumeOn(kind uint32, id uint8, shared bool) uint32 {
	r := d.cast.Kinds[kind].Resource
	disk := &history.Disk{Persistence: &history.Persistence{ID: fmt.Sprintf("v%d", id)}}
	if r.Disk != nil {
		disk.Source = r.Disk.Source
	}
	r.Disk, r.Shared = disk, shared
	return d.cast.Kind(r)
}

// diskOf is the disk that a volume lies on.
func (d *Generator) diskOf(volume uint32) uint32 {
	r := d.cast.Kinds[volume].Resource
	source := r.Disk.Source
	r.Disk, r.Shared = nil, false
	if source != nil {
		r.Disk = &history.Disk{Source: source}
	}
	return d.cast.Kind(r)
}
