package live

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/quantities"
)

const (
	defaultHistoryBytes = 16 << 20
	defaultHistoryStep  = 5 * time.Second
	defaultHistoryAge   = 24 * time.Hour
	sampleBytes         = 256 // of a sample without its lists, about
)

// History is how a cluster and its roles stood over time, within a bound of bytes: the
// older, the fewer samples are kept.
//
// Invariants:
//  1. samples ascend by time;
//  2. bytes is the sum of the samples' sizes, and at most most.
type History struct {
	step    time.Duration
	age     time.Duration // older samples are dropped; not above 0: none
	most    int
	bytes   int
	samples []sample
}

// sample is one moment. Lists by role share memory between samples while roles stay.
type sample struct {
	at             alloc.Time
	names          []string
	held, used     []float32 // parts of the total, by name
	reserved, kept []float32
	cycles, offers uint64  // so far
	run            float32 // the longest cycle known since the last sample, in s
	agents         int32
	roles          []alloc.RoleID // ascending
	share, fair    []uint16       // by role, of the cluster: 65,535 is all
	size           int
}

func newHistory(o *Options) *History {
	return &History{
		step: cmp.Or(o.HistoryStep, defaultHistoryStep),
		age:  cmp.Or(o.HistoryAge, defaultHistoryAge),
		most: cmp.Or(o.HistoryBytes, defaultHistoryBytes),
	}
}

// add takes a state down that somebody asked for (Feed), unless the last one that it did is not as old as a step. A
// state from before the last one begins the history anew.
func (h *History) add(s *State) {
	if n := len(h.samples); n > 0 {
		last := &h.samples[n-1]
		if s.Now < last.at {
			h.samples, h.bytes = nil, 0
		} else if s.Now.Sub(last.at) < h.step {
			last.run = max(last.run, float32(s.LastRun.Seconds()))
			return
		}
	}
	x := sample{
		at: s.Now, names: s.Names, cycles: s.Cycles, offers: s.Offers, run: float32(s.LastRun.Seconds()), agents: int32(s.Agents),
		held: s.parts(s.Held), used: s.parts(s.Used), reserved: s.parts(s.Reserved), kept: s.parts(s.Headroom),
	}
	order := make([]int, len(s.Roles))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return int(s.Roles[a].ID) - int(s.Roles[b].ID) })
	for _, i := range order {
		r := &s.Roles[i]
		x.roles = append(x.roles, r.ID)
		x.share, x.fair = append(x.share, pack(r.Share.Held)), append(x.fair, pack(r.Share.Fair))
	}
	x.size = sampleBytes + 16*len(x.names) + 4*len(x.roles)
	if n := len(h.samples); n > 0 && slices.Equal(h.samples[n-1].roles, x.roles) {
		x.roles = h.samples[n-1].roles
	} else {
		x.size += 4 * len(x.roles)
	}
	h.samples = append(h.samples, x)
	h.bytes += x.size
	for len(h.samples) > 1 && h.age > 0 && s.Now.Sub(h.samples[0].at) > h.age {
		h.bytes -= h.samples[0].size
		h.samples = slices.Delete(h.samples, 0, 1)
	}
	for h.bytes > h.most && len(h.samples) > 1 {
		h.thin()
	}
}

func pack(share float64) uint16 { return uint16(min(max(share, 0), 1)*65535 + 0.5) }

// parts are amounts as parts of the total.
func (s *State) parts(list []quantities.Amount) []float32 {
	parts := make([]float32, len(list))
	for k, v := range list {
		if s.Total[k] > 0 {
			parts[k] = float32(v.Float() / s.Total[k].Float())
		}
	}
	return parts
}

// thin drops a sample: one that is so old that those before and after it are close for its
// age. The last hour so is told in more detail than the one before.
func (h *History) thin() {
	n := len(h.samples)
	drop, least := 0, math.Inf(1)
	for i := 1; i < n-1; i++ {
		gap := float64(h.samples[i+1].at - h.samples[i-1].at)
		if closeness := gap / float64(h.samples[n-1].at-h.samples[i].at); closeness < least {
			drop, least = i, closeness
		}
	}
	h.bytes -= h.samples[drop].size
	h.samples[drop+1].run = max(h.samples[drop+1].run, h.samples[drop].run)
	h.samples = slices.Delete(h.samples, drop, drop+1)
}

// byResource are the columns of a history that are by resource.
var byResource = []struct {
	name string
	of   func(*sample) []float32
}{
	{"held", func(x *sample) []float32 { return x.held }},
	{"used", func(x *sample) []float32 { return x.used }},
	{"reserved", func(x *sample) []float32 { return x.reserved }},
	{"headroom", func(x *sample) []float32 { return x.kept }},
}

// columns are the history by name of the column, with at most so many points, and the
// shares of some roles. Cycles and offers are counts so far: whoever draws rates takes the differences.
func (h *History) columns(names []string, roles []alloc.RoleID, points int) map[string]any {
	list := h.pick(points)
	times := make([]seconds, len(list))
	for i, x := range list {
		times[i] = seconds(x.at)
	}
	columns := map[string]any{"t": times}
	column := func(name string, value func(x *sample) float64) {
		values := make([]figure, len(list))
		for i, x := range list {
			values[i] = figure(value(x))
		}
		columns[name] = values
	}
	column("cycles", func(x *sample) float64 { return float64(x.cycles) })
	column("offers", func(x *sample) float64 { return float64(x.offers) })
	column("run", func(x *sample) float64 { return float64(x.run) })
	column("agents", func(x *sample) float64 { return float64(x.agents) })
	for _, c := range byResource {
		for k, name := range names {
			column(c.name+strconv.Itoa(k), func(x *sample) float64 {
				if at := slices.Index(x.names, name); at >= 0 {
					return float64(c.of(x)[at])
				}
				return 0
			})
		}
	}
	for _, id := range roles {
		share := func(name string, of func(x *sample) []uint16) {
			column(name+strconv.Itoa(int(id)), func(x *sample) float64 {
				if at, found := slices.BinarySearch(x.roles, id); found {
					return float64(of(x)[at]) / 65535
				}
				return 0
			})
		}
		share("share", func(x *sample) []uint16 { return x.share })
		share("fair", func(x *sample) []uint16 { return x.fair })
	}
	return columns
}

// pick picks so many samples, the first and the last among them, evenly by time: each that
// is the first of its part of the time.
func (h *History) pick(points int) (list []*sample) {
	n := len(h.samples)
	if n == 0 {
		return nil
	}
	first := h.samples[0].at
	width := max(1, h.samples[n-1].at.Sub(first)/time.Duration(max(1, points-1)))
	next := first
	for i := range h.samples {
		if x := &h.samples[i]; x.at >= next || i == n-1 {
			list = append(list, x)
			next = x.at.Add(width)
		}
	}
	return list
}
