package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core/alloc"
)

// FileInfo is what there is to know of a file.
type FileInfo struct {
	Path      string     `json:"path"`
	Bytes     int64      `json:"bytes"`
	Apportion string     `json:"apportion,omitempty"` // the version that made it
	Host      string     `json:"host,omitempty"`
	Started   time.Time  `json:"started,omitzero"`
	From      alloc.Time `json:"from_ns"` // the allocator's
	To        alloc.Time `json:"to_ns"`
	Calls     uint64     `json:"calls"`
	Cycles    uint64     `json:"cycles"`
	Snapshots int        `json:"snapshots"`
	End       FileEnd    `json:"end"`
	LastCall  string     `json:"last_call,omitempty"` // the name of the last call; nothing if there is none
	Gaps      []Gap      `json:"gaps,omitempty"`
	Damage    error      `json:"-"` // nil, or each *DamageError and what ended the reading, joined; in JSON its text, as damage
}

// MarshalJSON has times in nanoseconds, and the text of what is damaged.
func (f *FileInfo) MarshalJSON() ([]byte, error) {
	type fields FileInfo
	out := struct {
		*fields
		Damage string `json:"damage,omitempty"`
	}{fields: (*fields)(f)}
	if f.Damage != nil {
		out.Damage = f.Damage.Error()
	}
	return json.Marshal(out)
}

// FileEnd says how a file ends.
type FileEnd uint8

const (
	// NotEnded is a file that is being written, was cut off, or whose process was killed.
	NotEnded FileEnd = iota
	// Ended is one whose recording was switched off.
	Ended
	// GoesOn is one after which the recording goes on in another file.
	GoesOn
)

func (e FileEnd) String() string { return [...]string{"not ended", "ended", "goes on"}[e] }

// MarshalText is String, for JSON.
func (e FileEnd) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// endOf is how a file ends whose last frame is of a kind.
func endOf(last frameKind) FileEnd {
	switch last {
	case endFrame:
		return Ended
	case goesOnFrame:
		return GoesOn
	}
	return NotEnded
}

// Gap is where calls are missing.
type Gap struct {
	Calls  uint64 `json:"after_call"` // before it
	Lost   uint64 `json:"missing"`
	Reason string `json:"reason"`
}

// Describe reads all of a file.
func Describe(file string) (*FileInfo, error) {
	info := &FileInfo{Path: file}
	stat, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	info.Bytes = stat.Size()
	first := true
	var damages []error // joined at once: a text of those within each other takes O(n^2)
	info.Damage = readParts(file, func(x part) error {
		if x.kind == damagedFrame {
			damages, info.End = append(damages, x.failed), NotEnded
			return nil
		}
		info.End = endOf(x.kind)
		if x.kind != aboutFrame && x.kind != endFrame && x.kind != goesOnFrame {
			if first {
				info.From, first = x.now, false
			}
			info.To = max(info.To, x.now)
		}
		if err := info.add(x); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return nil
	})
	var version *VersionError
	if errors.As(info.Damage, &version) {
		return nil, version
	}
	if info.Damage != nil {
		info.End = NotEnded
	}
	info.Damage = errors.Join(append(damages, info.Damage)...)
	return info, nil
}

func (f *FileInfo) add(x part) error {
	switch x.kind {
	case aboutFrame:
		var a about
		if err := json.Unmarshal(x.content, &a); err != nil {
			return err
		}
		f.Apportion, f.Host, f.Started = a.Apportion, a.Host, a.Started
	case snapshotFrame:
		f.Snapshots++
	case gapFrame:
		f.Gaps = append(f.Gaps, readGap(x))
	case callsFrame:
		return readCalls(x.content, nil, func(c *call) error {
			f.Calls++
			f.LastCall = c.Op().String()
			if c.Op() == calls.OpAllocate {
				f.Cycles++
			}
			if now, ok := calls.TimeOf(c.Call); ok {
				f.To = max(f.To, now)
			}
			return nil
		})
	}
	return nil
}
