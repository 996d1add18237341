package view

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/explain"
	"github.com/apportion/apportion/view/live"
)

// BenchmarkPagesOpen compares cycles of 50,000 offers while three pages are open, in another
// process, with those while none is. Rounds of both follow each other, and the medians are
// over pairs of rounds. The times are the processor's, which what else the machine does
// stretches least:
//
//	cycle-ratio  of a cycle, in the thread that runs it
//	host-ratio   of all from one cycle to the next that keeps the allocator busy: the cycle, the
//	             calls that answer its offers, and what questions of pages read of the allocator
//	reading      the part of that which is what pages read, to the rest of it, without noise of rounds
//	serving      of the process beside that, while pages are open, a second of the clock
func BenchmarkPagesOpen(b *testing.B) {
	for _, loans := range []int{0, 5000, 50000} {
		b.Run(fmt.Sprintf("loans=%d", loans), func(b *testing.B) { pagesOpen(b, loans) })
	}
}

func pagesOpen(b *testing.B, loans int) {
	const round = time.Second
	c := newLargeCluster(b)
	c.lend(b, loans)
	pages := &countedReads{live: Live{Feed: live.NewFeed(live.Options{})}, c: c}
	pages.live.Read = pages.readCounted
	server := httptest.NewServer(Handler(pages, nil))
	defer server.Close()
	open := startVisitors(b, server.URL)
	open(round) // the first look makes room for all others
	c.play(b, pages, round)
	var cycles, hosts, serving []float64
	reading := 0.0 // the mean counts: explanations are in a tenth of the rounds
	var without roundTimes
	for b.Loop() {
		without = c.play(b, pages, round)
		open(round)
		with := c.play(b, pages, round)
		cycles, hosts = append(cycles, with.cycle/without.cycle), append(hosts, with.host/without.host)
		reading, serving = reading+with.reading, append(serving, with.serving)
	}
	b.ReportMetric(median(cycles), "cycle-ratio")
	b.ReportMetric(median(hosts), "host-ratio")
	b.ReportMetric(reading/float64(len(cycles)), "reading")
	b.ReportMetric(median(serving), "serving")
	b.ReportMetric(without.cycle*1e3, "ms/cycle")
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// countedReads is a source that counts the time for which it reads the allocator.
type countedReads struct {
	live Live
	c    *largeCluster
	read atomic.Int64
}

func (x *countedReads) Ask(question string, hidden explain.Hidden) ([]byte, error) {
	return x.live.Ask(question, hidden)
}

// readCounted is Live.Read.
func (x *countedReads) readCounted(f func(*core.View)) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	x.c.mu.Lock()
	defer x.c.mu.Unlock()
	began := processorTime(unix.CLOCK_THREAD_CPUTIME_ID)
	f(&x.c.View)
	x.read.Add(int64(processorTime(unix.CLOCK_THREAD_CPUTIME_ID) - began))
	return nil
}

// roundTimes are seconds of processor time: of a cycle, of all that a cycle brings with it,
// and of the rest of the process a second; and which part of all that reading for pages comes to.
type roundTimes struct{ cycle, host, reading, serving float64 }

// play runs cycles for a while; frameworks turn everything down.
func (c *largeCluster) play(b *testing.B, pages *countedReads, lasts time.Duration) roundTimes {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const thread, process = unix.CLOCK_THREAD_CPUTIME_ID, unix.CLOCK_PROCESS_CPUTIME_ID
	pages.read.Store(0)
	own, all := processorTime(thread), processorTime(process)
	var inCycles time.Duration
	n, began := 0.0, time.Now()
	for ; time.Since(began) < lasts; n++ {
		c.mu.Lock()
		for _, o := range c.cycle.Offers {
			err := c.RecoverResources(alloc.RecoverRequest{
				Now: c.now, Framework: o.Framework, Agent: o.Agent, Role: o.Role, Resources: c.cycle.ResourcesOf(&o),
			})
			if err != nil {
				b.Fatal(err)
			}
		}
		c.now += alloc.Time(time.Second)
		c.Advance(c.now)
		before := processorTime(thread)
		c.Allocate(c.now, &c.cycle)
		inCycles += processorTime(thread) - before
		c.mu.Unlock()
		require.Len(b, c.cycle.Offers, 50000)
	}
	calls, read := processorTime(thread)-own, time.Duration(pages.read.Load())
	host := calls + read
	rest := processorTime(process) - all - host
	return roundTimes{inCycles.Seconds() / n, host.Seconds() / n, read.Seconds() / calls.Seconds(), rest.Seconds() / time.Since(began).Seconds()}
}

// processorTime returns what a thread or the process has used.
func processorTime(clock int32) time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(clock, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}

// visitedPage is the variable that names the page which visitors in another process look at.
const visitedPage = "APPORTION_TEST_PAGE"

// startVisitors starts a process that opens three pages for as long as it is told.
func startVisitors(b *testing.B, address string) (open func(time.Duration)) {
	visitors := exec.Command(os.Args[0], "-test.run", "^TestVisitors$")
	visitors.Env = append(os.Environ(), visitedPage+"="+address)
	visitors.Stderr = os.Stderr
	orders := must(visitors.StdinPipe())
	require.NoError(b, visitors.Start())
	b.Cleanup(func() {
		_ = orders.Close()
		require.NoError(b, visitors.Wait())
	})
	return func(lasts time.Duration) {
		_, err := fmt.Fprintln(orders, lasts)
		require.NoError(b, err)
	}
}

// TestVisitors is the process that startVisitors starts: each line says for how long three
// pages are open.
func TestVisitors(t *testing.T) {
	address := os.Getenv(visitedPage)
	if address == "" {
		t.Skip("it is the other process of BenchmarkPagesOpen")
	}
	var pages [3]openPage
	for orders := bufio.NewScanner(os.Stdin); orders.Scan(); {
		until := time.Now().Add(must(time.ParseDuration(orders.Text())))
		var looks sync.WaitGroup
		for i := range pages {
			looks.Go(func() {
				time.Sleep(time.Duration(i) * time.Second / 3)
				pages[i].visit(address, until)
			})
		}
		looks.Wait()
	}
}

var cursorOfAnswer = regexp.MustCompile(`"cursor":"([^"]*)"`)

// openPage is a page with an explanation.
type openPage struct {
	cursor string
	asked  int // seconds
}

// visit asks what an open page does, as often.
func (p *openPage) visit(address string, until time.Time) {
	for ; time.Now().Before(until); p.asked++ {
		answer := fetch(address + "/data?since=" + p.cursor)
		if m := cursorOfAnswer.FindSubmatch(answer); m != nil {
			p.cursor = string(m[1])
		}
		if p.asked%5 == 0 {
			fetch(address + "/history?points=240&roles=1,2,3,4,5,6,7,8,9,10")
		}
		if p.asked%10 == 0 {
			fetch(address + "/explain?role=org-1")
		}
		time.Sleep(time.Second)
	}
}

// fetch returns what a server answers, nothing if it does not.
func fetch(address string) []byte {
	response, err := http.Get(address)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	answer, _ := io.ReadAll(response.Body) // what is cut has no cursor
	return answer
}
