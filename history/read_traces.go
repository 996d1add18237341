package history

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/apportion/apportion/internal/unpack"
)

// A Trace is the operations on one allocator. The first one is an Initialize,
// whose name is the trace's.
type Trace struct {
	Name  string
	Steps []Step
}

// Ops are the operations of the steps.
func (t Trace) Ops() []Op {
	ops := make([]Op, len(t.Steps))
	for i, step := range t.Steps {
		ops[i] = step.Op
	}
	return ops
}

// A Step is an operation of a trace, with the answer that it is to have.
type Step struct {
	Line   int // in the file that it was read from, 1 for the first
	Op     Op
	Expect *Answer // nil if nothing is known of the answer
}

// String is the short form of the step's operation, for messages.
func (s Step) String() string {
	return fmt.Sprintf("line %d: %s", s.Line, FormatShort(s.Op))
}

// Read reads traces as JSON lines, gzipped or not. Empty lines count as lines but
// say nothing. The error is an *Error if the text is at fault.
func Read(r io.Reader) ([]Trace, error) {
	return readLines(r, func(line []byte) (Step, error) { return ParseStep(line) })
}

// ReadFile is Read of a file, which errors name. A file without a trace is an error.
func ReadFile(name string) ([]Trace, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	traces, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(traces) == 0 {
		return nil, fmt.Errorf("%s: no trace in it", name)
	}
	return traces, nil
}

// ReadShort reads traces in the short form, one operation a line, gzipped or not.
// The short form has no place for answers.
func ReadShort(r io.Reader) ([]Trace, error) {
	return readLines(r, func(line []byte) (Step, error) {
		if text := bytes.TrimLeft(line, " \t"); text[0] == '#' {
			return Step{}, nil
		}
		op, err := ParseShort(string(line))
		return Step{Op: op}, err
	})
}

// ReadAny reads traces in either form, gzipped or not. Only JSON lines can be
// gzipped and begin with anything but an operation's name or a comment.
func ReadAny(content []byte) ([]Trace, error) {
	first := bytes.TrimSpace(content)
	if bytes.HasPrefix(first, []byte("{")) || bytes.HasPrefix(first, gzipMagic) {
		return Read(bytes.NewReader(content))
	}
	return ReadShort(bytes.NewReader(content))
}

// gzipMagic is how gzipped data begins. No history begins like this.
var gzipMagic = []byte{0x1f, 0x8b}

func readLines(r io.Reader, parse func([]byte) (Step, error)) ([]Trace, error) {
	in := bufio.NewReaderSize(r, 1<<16)
	if head, _ := in.Peek(len(gzipMagic)); bytes.Equal(head, gzipMagic) {
		z, err := unpack.Gzip(in)
		if err != nil {
			return nil, fmt.Errorf("history: %w", err)
		}
		in = bufio.NewReaderSize(z, 1<<16)
	}
	var traces []Trace
	for number := 1; ; number++ {
		line, readErr := readLine(in)
		if readErr != nil && !errors.Is(readErr, io.EOF) {
			return nil, fmt.Errorf("history: line %d: %w", number, readErr)
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(bytes.TrimSpace(line)) > 0 {
			step, err := parse(line)
			if err == nil {
				step.Line = number
				traces, err = appendStep(traces, step)
			}
			if err != nil {
				e := err.(*Error) // as ParseStep, ParseShort and appendStep give
				e.Line = number
				return nil, e
			}
		}
		if readErr != nil {
			return traces, nil
		}
	}
}

// appendStep adds a step to the last trace, or to a new one.
func appendStep(traces []Trace, step Step) ([]Trace, error) {
	if step.Op == nil {
		return traces, nil
	}
	if first, ok := step.Op.(*Initialize); ok {
		traces = append(traces, Trace{Name: first.Trace})
	}
	if len(traces) == 0 {
		return nil, &Error{Op: step.Op.Name(), Message: "a trace begins with initialize"}
	}
	last := &traces[len(traces)-1]
	last.Steps = append(last.Steps, step)
	return traces, nil
}
