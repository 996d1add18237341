package journal

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/wire"
)

// Recording is the files of a folder, or a single one.
type Recording struct {
	Files []string

	whole bool // they are all of a folder
}

// ErrNoRecording says that there is nothing to read.
var ErrNoRecording = errors.New("there is no recording")

// Read lists the files of a folder, or takes a single one. It opens none of them yet.
func Read(path string) (*Recording, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode().IsRegular() {
		return &Recording{Files: []string{path}}, nil
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%w: %s is neither a folder nor a file that can be read twice", ErrNoRecording, path)
	}
	names, err := fileNames(path)
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%w in %s", ErrNoRecording, path)
	}
	return &Recording{Files: names, whole: true}, err
}

// isGone reports whether an error is that a file of a folder is there no more: while it is recorded, the oldest are
// removed to make room. If another one is missing, the calls behind it say so.
func (rec *Recording) isGone(err error) bool { return rec.whole && errors.Is(err, os.ErrNotExist) }

// IsRecording reports whether a file begins as one of a recording does.
func IsRecording(path string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false // nothing is taken out of a pipe
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	b := make([]byte, len(fileMagic))
	_, err = io.ReadFull(f, b)
	return err == nil && string(b) == fileMagic
}

// part is a frame that was read.
type part struct {
	kind    frameKind
	calls   uint64 // made before it
	now     alloc.Time
	content []byte
	failed  error // of damagedFrame, a *DamageError
	first   bool  // of damagedFrame: what the file says of itself is lost
	end     int64 // its last byte's offset in the file, and one
}

// readParts yields the frames of a file. In place of damaged frames it yields a damagedFrame, and
// goes on with the next whole frame. A damaged header is an error, since it has the file's version.
func readParts(file string, yield func(part) error) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	frames, err := newFrameReader(file, f)
	if err != nil {
		return err
	}
	defer frames.zstd.Close()
	for {
		offset := frames.offset
		kind, content, err := frames.next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			if err := yieldDamage(frames, err, yield); err != nil {
				return err
			}
			continue
		}
		x := part{kind: kind, content: content, end: frames.offset}
		if kind != aboutFrame && kind != endFrame {
			r := wire.NewReader(content, 0)
			x.calls, x.now = r.Uint(), alloc.Time(r.Int())
			if r.Err() != nil {
				x.kind, x.failed = damagedFrame, frames.damaged(offset, "the frame's content: %v", r.Err())
			}
			x.content = content[len(content)-r.Left():]
		}
		if err := yield(x); err != nil {
			return err
		}
	}
}

// yieldDamage yields a damage and goes to the next whole frame, or to the file's end.
func yieldDamage(frames *frameReader, err error, yield func(part) error) error {
	damage, ok := errors.AsType[*DamageError](err)
	if !ok {
		return err
	}
	first := frames.number == 0
	found, err := frames.resume()
	if err != nil {
		return err
	}
	if found {
		damage.Cut = false // a length may be damaged so that it looks so
	} else if err := frames.toEnd(); err != nil {
		return err
	}
	return yield(part{kind: damagedFrame, failed: damage, first: first, end: frames.offset})
}

// untilDamage returns a yield that passes parts on to yield up to the first damage, and then
// returns the damage as error.
func untilDamage(yield func(part) error) func(part) error {
	return func(x part) error {
		if x.kind == damagedFrame {
			return x.failed
		}
		return yield(x)
	}
}

func readGap(x part) Gap {
	r := wire.NewReader(x.content, 0)
	return Gap{Calls: x.calls, Lost: r.Uint(), Reason: r.Text()}
}
