package view

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/apportion/apportion/core"
)

// BenchmarkPagesOpen compares cycles of 50,000 offers while three pages are open with those
// while none is. Rounds of both follow each other, and the medians are over pairs of rounds:
//
//	cycle-ratio  of the time of a cycle
//	cpu-ratio    of the processor time of a cycle, which what else the machine does stretches less
//	host-ratio   of the time from one cycle to the next, with the calls that answer offers
//	             and what the pages copy of the allocator
func BenchmarkPagesOpen(b *testing.B) {
	const round = 3 * time.Second
	c := newLargeCluster(b)
	server := httptest.NewServer(Handler(c.source(), nil))
	defer server.Close()
	var open atomic.Bool
	for i := range 3 {
		go visit(b.Context(), server.URL, &open, time.Duration(i)*time.Second/3)
	}
	var cycles, processor, hosts []float64
	var without meanTimes
	for b.Loop() {
		open.Store(false)
		without = c.play(b, round)
		open.Store(true)
		with := c.play(b, round)
		cycles, hosts = append(cycles, with.cycle/without.cycle), append(hosts, with.host/without.host)
		processor = append(processor, with.processor/without.processor)
	}
	b.ReportMetric(median(cycles), "cycle-ratio")
	b.ReportMetric(median(processor), "cpu-ratio")
	b.ReportMetric(median(hosts), "host-ratio")
	b.ReportMetric(without.cycle*1e3, "ms/cycle")
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// meanTimes is the mean of some cycles, in seconds.
type meanTimes struct{ cycle, processor, host float64 }

// play runs cycles for a while; frameworks turn everything down.
func (c *largeCluster) play(b *testing.B, lasts time.Duration) meanTimes {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var inCycles, processor time.Duration
	n, began := 0.0, time.Now()
	for ; time.Since(began) < lasts; n++ {
		c.mu.Lock()
		for _, o := range c.cycle.Offers {
			err := c.RecoverResources(core.RecoverRequest{
				Now: c.now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: c.cycle.ResourcesOf(&o),
			})
			if err != nil {
				b.Fatal(err)
			}
		}
		c.now += core.Time(time.Second)
		c.Advance(c.now)
		before, used := time.Now(), processorTime(b)
		c.Allocate(c.now, &c.cycle)
		inCycles, processor = inCycles+time.Since(before), processor+processorTime(b)-used
		c.mu.Unlock()
		require.Len(b, c.cycle.Offers, 50000)
	}
	return meanTimes{inCycles.Seconds() / n, processor.Seconds() / n, time.Since(began).Seconds() / n}
}

// processorTime returns what the thread has used.
func processorTime(b *testing.B) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		b.Fatal(err)
	}
	return time.Duration(t.Nano())
}

// visit asks what an open page does, as often.
func visit(ctx context.Context, address string, open *atomic.Bool, after time.Duration) {
	cursor := ""
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return
		case <-time.After(after):
		}
		after = 10 * time.Millisecond
		if !open.Load() {
			continue
		}
		after = time.Second
		var data struct{ Cursor string }
		if answer := fetch(address + "/data?since=" + cursor); json.Unmarshal(answer, &data) == nil {
			cursor = data.Cursor
		}
		if n%5 == 0 {
			fetch(address + "/history?points=240&roles=1,2,3,4,5,6,7,8,9,10")
		}
	}
}

// fetch returns what a server answers, nothing if it does not.
func fetch(address string) []byte {
	response, err := http.Get(address)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body) // what is cut is no JSON
	return answer
}
