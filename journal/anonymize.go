package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/apportion/apportion/calls"
	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/internal/hooks"
	"github.com/apportion/apportion/internal/wire"
	"github.com/apportion/apportion/sorter/policy"
)

// Anonymize writes a recording with other names into a folder, which it makes. It replaces the
// names of agents, hosts, regions, frameworks, roles and set items, and the texts of reservations,
// labels, disks and providers. Equal names become equal ones. Their order and the tree of roles
// stay, as do names of resources and policies, numbers and times. The host and the reasons of gaps
// are left out. Anonymize then replays the result, which has to give the recorded answers. It does
// not give them where the policy random makes other draws because roles have other names.
//
// Anonymize copies each file up to its first damage. It returns the damages beside the replay of
// the result. Errors: those of Replay.Run, a *Difference among them, of core.Restore and of the
// file system: the folder must not be there.
//
// policies are those of one's own that the recording may name.
func Anonymize(rec *Recording, dir string, policies ...policy.Definition) (*Replay, []error, error) {
	names := map[string]struct{}{}
	var files []string
	for _, file := range rec.Files {
		err := collectNames(file, names, policies)
		if rec.isGone(err) {
			continue
		}
		if damage := (*DamageError)(nil); err != nil && !errors.As(err, &damage) {
			return nil, nil, err
		}
		files = append(files, file)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, nil, err
	}
	x := &anonymizer{names: pseudonymsFor(names), policies: policies}
	damages, err := x.files(files, dir)
	anonymous := &Recording{}
	for _, file := range files {
		anonymous.Files = append(anonymous.Files, filepath.Join(dir, filepath.Base(file)))
	}
	p := &Replay{Policies: policies}
	if err == nil {
		err = p.Run(anonymous)
	}
	if different := (*Difference)(nil); err != nil && !errors.As(err, &different) {
		_ = os.RemoveAll(dir) // half of a recording is none, and another try would find the folder there
	}
	return p, damages, err
}

// collectNames adds all names of a file to a set.
func collectNames(file string, names map[string]struct{}, policies []policy.Definition) error {
	collect := func(name string) string {
		names[name] = struct{}{}
		return name
	}
	return readParts(file, untilDamage(func(x part) (err error) {
		switch x.kind {
		case snapshotFrame:
			_, err = hooks.Restore(bytes.NewReader(x.content), hooks.Changes{Rename: collect, Policies: policies})
		case callsFrame:
			err = readCalls(x.content, collect, func(*call) error { return nil })
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return nil
	}))
}

// anonymizer writes files with other names.
type anonymizer struct {
	names    pseudonyms
	policies []policy.Definition
	zstd     *zstd.Encoder
	number   uint32 // of the next frame
	out      []byte
}

// files writes each file anew into a folder, up to the file's first damage. It returns the damages.
func (a *anonymizer) files(files []string, dir string) (damages []error, err error) {
	for _, file := range files {
		err := a.file(file, filepath.Join(dir, filepath.Base(file)))
		if damage := (*DamageError)(nil); errors.As(err, &damage) {
			damages = append(damages, damage)
		} else if err != nil {
			return damages, err
		}
	}
	return damages, nil
}

// file writes a file anew, up to where it is damaged.
func (a *anonymizer) file(from, to string) (err error) {
	if a.zstd == nil {
		a.zstd, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
	}
	f, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	if _, err := f.Write(appendHeader(nil, Version)); err != nil {
		return err
	}
	a.number = 0
	return readParts(from, untilDamage(func(x part) error {
		content, err := a.content(x)
		if err != nil {
			return fmt.Errorf("%s: %w", from, err)
		}
		a.out = appendFrame(a.out[:0], x.kind, a.number, packed(a.zstd, content, nil))
		a.number++
		_, err = f.Write(a.out)
		return err
	}))
}

// content is that of a frame, anonymous.
func (a *anonymizer) content(x part) ([]byte, error) {
	var w wire.Writer
	w.Uint(x.calls)
	w.Int(int64(x.now))
	switch x.kind {
	case aboutFrame:
		var of about
		if err := json.Unmarshal(x.content, &of); err != nil {
			return nil, err
		}
		of.Host, of.Process = "", 0
		return json.Marshal(of)
	case snapshotFrame:
		state, err := hooks.Restore(bytes.NewReader(x.content), hooks.Changes{Rename: a.names.of, Policies: a.policies})
		if err != nil {
			return nil, err
		}
		renamed, _, err := snapshotOf(&state.(*core.Allocator).View)
		return append(w.Buf, renamed...), err
	case callsFrame:
		return a.calls(w, x.content)
	case gapFrame:
		w.Uint(readGap(x).Lost)
		w.Text("it is not told why")
		return w.Buf, nil
	case goesOnFrame:
		return w.Buf, nil
	}
	return nil, nil // the end
}

// calls appends records with other names.
func (a *anonymizer) calls(w wire.Writer, content []byte) ([]byte, error) {
	var e calls.Encoder
	err := readCalls(content, a.names.of, func(c *call) error {
		w.Buf = c.append(w.Buf, &e)
		return nil
	})
	return w.Buf, err
}
