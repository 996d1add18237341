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
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

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
	complaint bytes.Buffer  // its standard error; complete when it has ended
	request   wire.Writer   // of the call that is being made
	last      uint32        // number given to an allocator
	forecast  *Forecast     // see Foretell
	queue     []byte        // requests that have not been sent
	waiting   []waiting     // what is to come of each
	results   []byte        // of the latest answer
	took      time.Duration // by the library, of the latest call
	err       error         // that ended it, returned by every call from then on
}

// Start starts the runner at path. Close ends it.
func Start(path string) (*Runner, error) {
	r := &Runner{process: exec.Command(path)}
	var err error
	if r.in, err = r.process.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := r.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	r.out = bufio.NewReader(out)
	r.process.Stderr = &r.complaint
	if err := r.process.Start(); err != nil {
		return nil, err
	}
	return r, nil
}

// Over is a runner that carries out what is written to it before the write comes
// back, and has the answers read. Close closes it.
func Over(server io.ReadWriteCloser) *Runner {
	return &Runner{in: server, out: bufio.NewReader(server)}
}

// Close ends the runner and returns the error that it ended with, if any.
func (r *Runner) Close() error {
	if r.err != nil {
		return r.err
	}
	closed := r.in.Close()
	if err := r.ended(closed); err != nil {
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
	Names   calls.Target // gives the numbers that this allocator is to give
	// Tell learns of the error of each call, and where its result is another.
	Tell func(err, foretold error)
}

// Foretell makes the calls that follow wait for one that cannot, which are those with
// results that are not foretold. The last forecast is nil.
func (r *Runner) Foretell(f *Forecast) { r.forecast = f }

// waiting is what is to come of a call that waits.
type waiting struct {
	tell    func(err, foretold error)
	refusal error
	results []byte // if it is not refused
}

// enqueue queues the request that was begun, with what is foretold of it.
func (r *Runner) enqueue(refusal error, results []byte) {
	r.queue = append(r.queue, r.frame()...)
	r.waiting = append(r.waiting, waiting{r.forecast.Tell, refusal, results})
}

// enqueueNumber is enqueue for what returns a number.
func (r *Runner) enqueueNumber(refusal error, number uint64) {
	r.enqueue(refusal, binary.LittleEndian.AppendUint64(nil, number))
}

// frame is the request that was begun, with its size.
func (r *Runner) frame() []byte {
	frame := r.request.Buf
	binary.LittleEndian.PutUint32(frame, uint32(len(frame)-4))
	return frame
}

// flush makes the calls that wait.
func (r *Runner) flush() {
	queue, waiting := r.queue, r.waiting
	r.queue, r.waiting = r.queue[:0], r.waiting[:0]
	sent := make(chan error, 1)
	send := func() {
		_, err := r.in.Write(queue)
		sent <- err
	}
	if r.process != nil {
		go send() // it answers while it reads: either pipe may be full
	} else {
		send()
	}
	for _, w := range waiting {
		d, err := r.answer()
		if err == nil && w.refusal == nil && !bytes.Equal(d.bytes, w.results) {
			err = fmt.Errorf("the result is %x, and %x was foretold", d.bytes, w.results)
		}
		w.tell(err, w.refusal)
	}
	if err := <-sent; err != nil && r.err == nil {
		r.fail(err)
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

// finish makes the call and returns the results, or the library's refusal as a
// *core.Error. Any other error is the runner's end. Results are good until the next
// call.
func (r *Runner) finish() (*decoder, error) {
	if r.err != nil {
		return nil, r.err
	}
	if len(r.waiting) > 0 { // it goes with them
		r.queue = append(r.queue, r.frame()...)
		r.flush()
	} else if _, err := r.in.Write(r.frame()); err != nil {
		return nil, r.fail(err)
	}
	return r.answer()
}

// answer reads the answer to a call.
func (r *Runner) answer() (*decoder, error) {
	if r.err != nil {
		return nil, r.err
	}
	answer, err := r.receive()
	if err != nil {
		return nil, r.fail(err)
	}
	d := &decoder{bytes: answer}
	code := core.Code(d.u32())
	if code == 0 && d.err == nil {
		return d, nil
	}
	text := d.string()
	if err := d.end(); err != nil {
		return nil, r.fail(err)
	}
	return nil, &core.Error{Code: code, Text: text}
}

func (r *Runner) receive() ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r.out, head[:]); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > maxAnswerBytes {
		return nil, errAnswer
	}
	r.results = slices.Grow(r.results[:0], int(size))[:size]
	answer := r.results
	if _, err := io.ReadFull(r.out, answer); err != nil {
		return nil, err
	}
	results := len(answer) - 8
	if results < 0 {
		return nil, errAnswer
	}
	r.took = time.Duration(binary.LittleEndian.Uint64(answer[results:]))
	return answer[:results], nil
}

// Took is how long the library took for the latest call, without the way there
// and back; 0 for calls that only look something up.
func (r *Runner) Took() time.Duration { return r.took }

// Ended says whether the process is no more.
func (r *Runner) Ended() bool { return r.err != nil }

// Process is the number of the runner's process.
func (r *Runner) Process() int { return r.process.Process.Pid }

// fail ends the runner because of err.
func (r *Runner) fail(err error) error {
	closed := r.in.Close()
	if r.process != nil && errors.Is(err, errAnswer) {
		r.process.Process.Kill() // it may be writing still
	}
	if ended := r.ended(closed); ended != nil && !errors.Is(err, errAnswer) {
		err = ended
	}
	r.err = r.explain(err)
	return r.err
}

// ended waits for the runner's process to end. Without one, only closing it can have
// failed.
func (r *Runner) ended(closed error) error {
	if r.process == nil {
		return closed
	}
	return r.process.Wait()
}

// explain adds to an error what the runner said on its standard error.
func (r *Runner) explain(err error) error {
	if said := strings.TrimSpace(r.complaint.String()); said != "" {
		return fmt.Errorf("abi-runner: %w: %s", err, said)
	}
	return fmt.Errorf("abi-runner: %w", err)
}
