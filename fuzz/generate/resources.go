package generate

import (
	"fmt"
	"slices"

	"github.com/apportion/apportion/fuzz/world"
	"github.com/apportion/apportion/history"
)

// amount is an amount of a scalar, in thousandths.
func (g *Generator) amount() int64 {
	n := int64(1+g.random.IntN(16)) * 1000
	if g.has(fractions) && g.chance(40) {
		n = one(g, []int64{1, 10, 100, 125, 300, 333, 700, 999, 1500, 2001, 7777})
	}
	if g.has(huge) && g.chance(10) {
		n = g.hugeAmount()
	}
	return n
}

// total is what an agent has.
func (g *Generator) total(agent string) []history.Resource {
	var out []history.Resource
	for _, name := range several(g, g.style.scalars, 90) {
		r := history.Resource{Name: name, Milli: g.amount()}
		if name == "mem" {
			r.Milli = min(r.Milli*64, mostMilli)
		}
		out = append(out, r)
	}
	if g.has(gpus) && g.chance(40) {
		out = append(out, history.Resource{Name: "gpus", Milli: int64(1+g.random.IntN(4)) * 1000})
	}
	if g.has(ports) && g.chance(60) {
		out = append(out, history.Resource{Name: "ports", Type: history.Ranges, Ranges: g.ranges()})
	}
	if g.has(sets) && g.chance(50) {
		out = append(out, history.Resource{Name: "zones", Type: history.Set, Items: several(g, numbered("i", 4), 60)})
	}
	if g.has(revocable) && g.chance(50) {
		out = append(out, history.Resource{Name: one(g, []string{"cpus", "mem"}), Milli: g.amount(), Revocable: true})
	}
	if g.has(disks) && g.chance(50) {
		// Where there are several, limits cut through them in some order.
		for range 1 + g.random.IntN(3) {
			out = append(out, g.disk(agent))
		}
	}
	if g.has(reserved) {
		for range g.random.IntN(3) {
			out = append(out, g.static())
		}
	}
	if g.has(volumes) && g.chance(40) {
		v := g.static()
		v.Name, v.Type, v.Ranges = "disk", history.Scalar, nil
		v.Milli = g.amount()
		v.Disk = &history.Disk{Persistence: &history.Persistence{ID: g.volumeID()}}
		v.Shared = g.mayShare(v.Milli) && g.chance(50)
		out = append(out, v)
	}
	return capped(world.BagOf(out).Resources()) // ranges of one kind don't overlap
}

func (g *Generator) ranges() []history.Range {
	var out []history.Range
	at := uint64(31000)
	for range 1 + g.random.IntN(2) {
		n := uint64(g.random.IntN(10))
		out = append(out, history.Range{Begin: at, End: at + n})
		at += n + 2 + uint64(g.random.IntN(3))
	}
	return out
}

func (g *Generator) volumeID() string {
	g.volumes++
	return fmt.Sprintf("v%d", g.volumes)
}

// disk is a disk with a source. Mounts and blocks are things of their own, so
// each has a place that no other one has.
func (g *Generator) disk(agent string) history.Resource {
	s := &history.Source{Type: one(g, []string{"PATH", "MOUNT", "BLOCK", "RAW"})}
	g.volumes++
	root := &history.Root{Root: ptr(fmt.Sprintf("%s-%d", agent, g.volumes))}
	switch s.Type {
	case "PATH":
		s.Path = root
	case "MOUNT":
		s.Mount = root
	case "BLOCK":
		s.ID = root.Root
	case "RAW":
		if s.Profile = ptr("fast"); g.chance(50) {
			s.ID = root.Root
		}
	}
	return history.Resource{Name: "disk", Milli: g.amount(), Disk: &history.Disk{Source: s}}
}

// reservable are the roles that resources may be reserved for.
func (g *Generator) reservable() []string {
	return slices.DeleteFunc(slices.Clone(g.style.roles), func(r string) bool { return r == "*" })
}

// static is a resource that is reserved from the beginning.
func (g *Generator) static() history.Resource {
	r := history.Resource{Name: one(g, g.style.scalars), Milli: g.amount()}
	if g.has(ports) && g.chance(15) {
		r = history.Resource{Name: "ports", Type: history.Ranges, Ranges: []history.Range{{Begin: 40000, End: 40000 + uint64(g.random.IntN(4))}}}
	}
	r.Reservations = []history.Reservation{{Role: one(g, g.reservable())}}
	if g.chance(50) {
		r.Reservations = []history.Reservation{g.dynamic(r.Reservations[0].Role)}
	}
	g.refine(&r)
	return r
}

func (g *Generator) dynamic(role string) history.Reservation {
	v := history.Reservation{Dynamic: true, Role: role}
	if g.chance(30) {
		v.Principal = ptr("ops")
	}
	if g.chance(20) {
		v.Labels = []history.Label{{Key: "k", Value: ptr(one(g, []string{"1", "2"}))}}
	}
	return v
}

// refine may reserve a reserved resource anew for a role below.
func (g *Generator) refine(r *history.Resource) bool {
	if !g.has(refined) || !g.chance(50) {
		return false
	}
	top := r.Reservations[len(r.Reservations)-1].Role
	for _, role := range g.reservable() {
		if len(role) > len(top) && role[:len(top)+1] == top+"/" {
			r.Reservations = append(slices.Clone(r.Reservations), g.dynamic(role))
			return true
		}
	}
	return false
}

// part is a part of a bag: some of its pieces, some of these in part. It is
// empty only if the bag is.
func (g *Generator) part(b world.Bag) []history.Resource {
	var out []history.Resource
	if b.Empty() {
		return nil
	}
	for _, p := range several(g, b.Pieces(), 70) {
		out = append(out, g.slice(p))
	}
	return out
}

// slice is a piece or a part of it.
func (g *Generator) slice(p world.Piece) history.Resource {
	r := p.Resource
	if !r.Divisible() || g.chance(50) {
		return r
	}
	switch r.Type {
	case history.Scalar:
		if r.Milli > 1 {
			r.Milli = max(1, r.Milli*int64(1+g.random.IntN(3))/4)
		}
	case history.Ranges:
		x := one(g, r.Ranges)
		begin := x.Begin + uint64(g.random.IntN(int(x.End-x.Begin+1)))
		r.Ranges = []history.Range{{Begin: begin, End: begin + uint64(g.random.IntN(int(x.End-begin+1)))}}
	case history.Set:
		r.Items = several(g, r.Items, 50)
	}
	return r
}

// conversion turns a piece of a bag into something else, as an offer
// operation would; kind is that operation. ok is false if nothing fits.
func (g *Generator) conversion(b world.Bag) (kind string, c history.Conversion, ok bool) {
	if b.Empty() {
		return "", c, false
	}
	r := g.slice(one(g, b.Pieces()))
	to := r
	volume := r.Disk != nil && r.Disk.Persistence != nil
	levels := len(r.Reservations)
	switch {
	case volume:
		kind = "DESTROY"
		disk := *r.Disk
		disk.Persistence, disk.Volume = nil, nil
		if to.Disk, to.Shared = &disk, false; disk.Source == nil {
			to.Disk = nil
		}
	case levels > 0 && r.Name == "disk" && g.has(volumes) && (r.Disk == nil || r.Disk.Source.Type != "RAW" && r.Disk.Source.Type != "BLOCK") && g.chance(60):
		kind = "CREATE"
		to.Disk = &history.Disk{Persistence: &history.Persistence{ID: g.volumeID()}}
		if r.Disk != nil {
			to.Disk.Source = r.Disk.Source
		}
		to.Shared = g.mayShare(to.Milli) && g.chance(50)
	case levels > 0 && r.Reservations[levels-1].Dynamic && g.chance(60):
		kind = "UNRESERVE"
		if to.Reservations = r.Reservations[:levels-1]; levels == 1 {
			to.Reservations = nil
		}
	case levels > 0:
		kind = "RESERVE"
		if !g.refine(&to) {
			return "", c, false
		}
	case !r.Revocable && !r.Shared && len(g.reservable()) > 0:
		kind = "RESERVE"
		to.Reservations = []history.Reservation{g.dynamic(one(g, g.reservable()))}
		g.refine(&to)
	default:
		return "", c, false
	}
	return kind, history.Conversion{Consumed: []history.Resource{r}, Converted: []history.Resource{to}}, true
}
