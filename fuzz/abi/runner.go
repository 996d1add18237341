package abi

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"

	"github.com/apportion/apportion/core"
)

// maxAnswerBytes bounds an answer, so that a runner that writes something else
// to its output is an error and not the end of the memory.
const maxAnswerBytes = 1 << 30

// Runner is a running abi-runner. It serves one call at a time: a Runner and
// all that it opened belong to one goroutine.
type Runner struct {
	process   *exec.Cmd
	in        io.WriteCloser
	out       *bufio.Reader
	complaint bytes.Buffer // its standard error; complete when it has ended
	request   encoder      // of the call that is being made
	last      uint32       // number given to an allocator
	err       error        // that ended it, returned by every call from then on
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

// Close ends the runner and returns the error that it ended with, if any.
func (r *Runner) Close() error {
	if r.err != nil {
		return r.err
	}
	r.in.Close()
	if err := r.process.Wait(); err != nil {
		r.err = r.explain(err)
		return r.err
	}
	r.err = errors.New("abi-runner: closed")
	return nil
}

// begin starts a request; the caller appends its arguments, then calls finish.
func (r *Runner) begin(q request, allocator uint32) *encoder {
	r.request.bytes = r.request.bytes[:0]
	r.request.u32(0) // the size, once it is known
	r.request.u16(uint16(q))
	r.request.u32(allocator)
	return &r.request
}

// finish makes the call and returns the results, or the library's refusal as a
// *core.Error. Any other error is the runner's end.
func (r *Runner) finish() (*decoder, error) {
	if r.err != nil {
		return nil, r.err
	}
	frame := r.request.bytes
	binary.LittleEndian.PutUint32(frame, uint32(len(frame)-4))
	answer, err := r.exchange(frame)
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

func (r *Runner) exchange(frame []byte) ([]byte, error) {
	if _, err := r.in.Write(frame); err != nil {
		return nil, err
	}
	var head [4]byte
	if _, err := io.ReadFull(r.out, head[:]); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint32(head[:])
	if size > maxAnswerBytes {
		return nil, errAnswer
	}
	answer := make([]byte, size)
	_, err := io.ReadFull(r.out, answer)
	return answer, err
}

// fail ends the runner because of err.
func (r *Runner) fail(err error) error {
	r.in.Close()
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
