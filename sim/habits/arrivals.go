package habits

import (
	"fmt"
	"math"
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// kinds are a framework's kinds of tasks and how they come. That depends on whether the framework
// was seen with no task waiting: it declined something on which a task would fit, or suppressed
// offers.
func (h *habits) kinds() (list []string) {
	f := h.f
	sometimesIdle := f.idleTimes > 0
	keeps := sometimesIdle && !f.idleHeld.IsEmpty() && float64(f.idleSame) >= 0.9*float64(f.idleTimes) && (f.idleTimes > 1 || len(h.arrivals) == 0)
	switch {
	case len(h.tasks) == 0:
		return []string{h.none()}
	case keeps || len(h.arrivals) == 0 && h.heldAtTheEnd() > 0:
		n := h.heldAtTheEnd()
		if keeps {
			n = max(1, int(math.Round(h.perSize(&f.idleHeld))))
		}
		return []string{h.kind(h.sizes, fmt.Sprintf("keep: %d", n))}
	case !sometimesIdle && len(f.hold.list) > 0:
		return []string{h.kind(h.sizes, "backlog: true")}
	case len(h.arrivals) == 0:
		return []string{h.none()}
	case len(h.sizes) > mostKinds:
		return []string{h.kind(h.sizes, h.arrivalsOf(func(amounts) bool { return true }))}
	}
	for _, size := range h.sizes {
		if text := h.arrivalsOf(func(s amounts) bool { return s == size }); text != "" {
			list = append(list, h.kind([]amounts{size}, text))
		}
	}
	return list
}

// heldAtTheEnd is how many tasks it runs at the end of the stretch.
func (h *habits) heldAtTheEnd() (n int) {
	for i := range h.tasks {
		if h.tasks[i].alive(h.ended) || h.tasks[i].start <= h.ended && h.tasks[i].end == never && h.tasks[i].gone == never {
			n++
		}
	}
	return n
}

// perSize is how many tasks of the mean size an amount is.
func (h *habits) perSize(held *amounts) float64 {
	var sum [len(amounts{})]float64
	for i := range h.tasks {
		for k, x := range h.tasks[i].size {
			sum[k] += float64(x)
		}
	}
	n := 0.0
	for k, x := range held {
		if sum[k] > 0 {
			n = max(n, float64(x)*float64(len(h.tasks))/sum[k])
		}
	}
	return n
}

// none is tasks that never come: the framework only declines.
func (h *habits) none() string {
	return fmt.Sprintf("{size: {%s: 1}, keep: 0}", quoted(h.draft.resources.names[0]))
}

// kind is tasks of some sizes, with how they arrive.
func (h *habits) kind(sizes []amounts, arrivals string) string {
	duration := h.durationOf(func(s amounts) bool { return slices.Contains(sizes, s) })
	if len(sizes) == 1 {
		return fmt.Sprintf("{size: %s, duration: %s, %s}", h.draft.resources.text(&sizes[0]), duration, arrivals)
	}
	name := h.draft.sizesName(h.f)
	h.draft.files[name] = h.sizesFile(sizes)
	return fmt.Sprintf("{file: %s, duration: %s, %s}", quoted(name), duration, arrivals)
}

// arrivalsOf writes how far apart tasks of some sizes come, and how many at a time; "" if none
// come. When tasks were launched stands for when they came.
func (h *habits) arrivalsOf(chosen func(amounts) bool) string {
	var times []alloc.Time
	var batches []float64
	for _, t := range h.arrivals {
		switch {
		case !chosen(t.size):
		case len(times) > 0 && times[len(times)-1] == t.start:
			batches[len(batches)-1]++
		default:
			times, batches = append(times, t.start), append(batches, 1)
		}
	}
	if len(times) == 0 {
		return ""
	}
	// The time before the first and after the last is one gap, so that the stretch has
	// as many gaps as arrivals.
	gaps := []float64{float64(h.f.present(h.began, times[0])+h.f.present(times[len(times)-1], h.ended)) / 1e9}
	for i := 1; i < len(times); i++ {
		gaps = append(gaps, float64(h.f.present(times[i-1], times[i]))/1e9)
	}
	text := "every: " + distributionOf(gaps, atLeastOneMilli)
	if slices.Max(batches) > 1 {
		text += ", batch: " + countsOf(batches)
	}
	return text
}
