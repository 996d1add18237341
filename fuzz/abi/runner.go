package abi

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/wire"
)

var errAnswer = errors.New("the runner's answer breaks the protocol")

// maxAnswerBytes bounds an answer, so that a runner that writes something else
// to its output is an error and not the end of the memory.
const maxAnswerBytes = 1 << 30

// maxQueueBytes is how much may wait: the copies of what was sent stay small.
const maxQueueBytes = 1 << 20

// Runner is a running abi-runner. It serves one call at a time: a Runner and
// all that it opened belong to one goroutine.
type Runner struct {
	process   *exec.Cmd
	in        io.WriteCloser
	out       *bufio.Reader
	complaint bytes.Buffer // its standard error; complete when it has ended
	request   wire.Writer  // of the call that is being made
	last      uint32       // number given to an allocator
	forecast  *Forecast    // see Foretell
	queue     []byte       // requests that have not been sent
	waiting   []waiting    // what is to come of each
	results   []byte       // of the latest answer
	err       error        // that ended it, returned by every call from then on
}

// Start starts the runner at path. Close ends it.
func Start(path string) (*Runner, error) {
	return must.Try(func() *Runner {
		r := &Runner{process: exec.Command(path)}
		r.in = must.Get(r.process.StdinPipe())
		r.out = bufio.NewReader(must.Get(r.process.StdoutPipe()))
		r.process.Stderr = &r.complaint
		must.Do(r.process.Start())
		return r
	})
}

// Close ends the runner and returns the error that it ended with, if any.
func (r *Runner) Close() error {
	if r.err != nil {
		return r.err
	}
	_ = r.in.Close() // at which it ends
	if err := r.process.Wait(); err != nil {
		r.err = r.explain(err)
		return r.err
	}
	r.err = errors.New("abi-runner: closed")
	return nil
}

// A Forecast is what calls that wait return at once.
type Forecast struct {
	Refusal error  // of a change
	Handle  uint64 // of the agent or framework that is added
	Pending bool
	// Declare gives the number that this allocator is to give.
	Declare func(calls.Call) (uint64, error)
	// Tell learns of the error of each call, and where its result is another.
	Tell func(err, foretold error)
}

// Foretell makes the calls that follow wait for one that cannot, which are those with results that are not
// foretold. The next forecast takes the place of this one; after nil no further call waits.
func (r *Runner) Foretell(f *Forecast) { r.forecast = f }

// answer is what a call that waits returns.
func (f *Forecast) answer(x calls.Call) (uint64, error) {
	switch x.(type) {
	case *calls.InternRole, *calls.InternKind, *calls.InternItem:
		return f.Declare(x)
	case *calls.ReleaseRoles, *calls.ReleaseKinds, *calls.ReleaseItems:
		return 0, nil
	case *calls.AddAgent, *calls.AddFramework:
		return f.Handle, f.Refusal
	}
	return 0, f.Refusal
}

// waiting is what is to come of a call that waits.
type waiting struct {
	of      instance
	tell    func(err, foretold error)
	refusal error
	result  uint64 // if it is not refused
}

// enqueue queues the request that was begun, with what is foretold of it.
func (r *Runner) enqueue(of instance, refusal error, result uint64) {
	r.send()
	r.waiting = append(r.waiting, waiting{of, r.forecast.Tell, refusal, result})
}

// send queues the request that was begun.
func (r *Runner) send() {
	if len(r.queue) == 0 {
		r.queue = append(r.queue, 0, 0, 0, 0) // the size of all that is sent together
	}
	r.queue = append(r.queue, sized(r.request.Buf)...)
}

// sized has the size of what follows in its first four bytes.
func sized(frame []byte) []byte {
	binary.LittleEndian.PutUint32(frame, uint32(len(frame)-4))
	return frame
}

// flush sends what is queued, all of which the runner reads before it answers, and tells of the calls
// that wait.
func (r *Runner) flush() {
	queue, waiting := r.queue, r.waiting
	r.queue, r.waiting = r.queue[:0], r.waiting[:0]
	if _, err := r.in.Write(sized(queue)); err != nil && r.err == nil {
		r.fail(err)
	}
	for _, w := range waiting {
		var result uint64
		err := r.answer(w.of, func(in *wire.Reader) { result = w.of.readResult(in) })
		if err == nil && w.refusal == nil && result != w.result {
			err = fmt.Errorf("the result is %x, and %x was foretold", result, w.result)
		}
		w.tell(err, w.refusal)
	}
}

// begin starts a request; the caller appends its arguments, then calls finish.
func (r *Runner) begin(q request, allocator uint32) *wire.Writer {
	if len(r.queue) > maxQueueBytes {
		r.flush()
	}
	r.request.Buf = append(r.request.Buf[:0], 0, 0, 0, 0) // the size, once it is known
	r.request.Uint(uint64(q))
	r.request.Uint(uint64(allocator))
	return &r.request
}

// finish makes the call of an instance and has read read the results, which are good until it returns. The
// library's refusal is a *alloc.Error; any other error is the runner's end.
func (r *Runner) finish(of instance, read func(*wire.Reader)) error {
	if r.err != nil {
		return r.err
	}
	r.send()
	r.flush()
	return r.answer(of, read)
}

// answer reads the answer to a call.
func (r *Runner) answer(of instance, read func(*wire.Reader)) error {
	if r.err != nil {
		return r.err
	}
	in, err := r.receive()
	if err != nil {
		return r.fail(err)
	}
	refused := alloc.Error{Code: alloc.Code(in.Int())}
	if refused.Code == 0 {
		read(in)
	} else {
		refused.Text = of.unmarked(in.Text())
	}
	switch {
	case in.Err() != nil || in.Left() > 0:
		return r.fail(errAnswer)
	case refused.Code != 0:
		return &refused
	}
	return nil
}

func (r *Runner) receive() (*wire.Reader, error) {
	var head [4]byte
	if _, err := io.ReadFull(r.out, head[:]); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > maxAnswerBytes {
		return nil, errAnswer
	}
	r.results = slices.Grow(r.results[:0], int(size))[:size]
	_, err := io.ReadFull(r.out, r.results)
	return wire.NewReader(r.results, 0), err
}

// Ended says whether the process is no more.
func (r *Runner) Ended() bool { return r.err != nil }

// fail ends the runner because of err.
func (r *Runner) fail(err error) error {
	_ = r.in.Close()
	if errors.Is(err, errAnswer) {
		r.process.Process.Kill() // it may be writing still
	}
	if ended := r.process.Wait(); ended != nil && !errors.Is(err, errAnswer) {
		err = ended
	}
	r.err = r.explain(err)
	return r.err
}

// explain adds to an error what the runner said on its standard error.
func (r *Runner) explain(err error) error {
	if said := strings.TrimSpace(r.complaint.String()); said != "" {
		return fmt.Errorf("abi-runner: %w: %s", err, said)
	}
	return fmt.Errorf("abi-runner: %w", err)
}
