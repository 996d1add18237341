package journal

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/wire"
)

// Recording is the files of a folder, or a single one.
type Recording struct {
	Files []string

	whole bool // they are all of a folder
}

// ErrNoRecording says that there is nothing to read.
var ErrNoRecording = errors.New("journal: there is no recording")

// Read opens a folder or a file.
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
	version uint32 // of the file
	kind    frameKind
	calls   uint64 // made before it
	now     core.Time
	content []byte
	list    []call // of callsFrame, where they are read ahead
	failed  error  // why no call after list can be read
	end     int64  // its last byte's offset in the file, and one
}

// versionOf returns the version of a file.
func versionOf(file string) (uint32, error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	return readHeader(file, f)
}

// readParts yields the frames of a file. It ends at a damaged one with an error.
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
			return err
		}
		x := part{version: frames.version, kind: kind, content: content, end: frames.offset}
		if kind != aboutFrame && kind != endFrame {
			r := wire.NewReader(content, 0)
			x.calls, x.now = r.Uint(), core.Time(r.Int())
			if r.Err() != nil {
				return frames.damaged(offset, "the frame's content: %v", r.Err())
			}
			x.content = content[len(content)-r.Left():]
		}
		if err := yield(x); err != nil {
			return err
		}
	}
}

func readGap(x part) Gap {
	r := wire.NewReader(x.content, 0)
	return Gap{Calls: x.calls, Lost: r.Uint(), Reason: r.Text()}
}
