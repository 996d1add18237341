package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/apportion/apportion/internal/linked"
	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
)

// isRecording reports whether a path is a folder or a file of package journal.
func isRecording(path string) bool {
	info, err := os.Stat(path)
	return err == nil && (info.IsDir() || journal.IsRecording(path))
}

// readRecording is journal.Read, and says what a file is that is none of a recording.
func readRecording(path string) (*journal.Recording, error) {
	info, err := os.Stat(path)
	switch {
	case isScenario(path):
		return nil, fmt.Errorf("%s is a scenario and no recording: simulate runs it, compare varies it; explain, top and view take it, too", path)
	case isHistory(path):
		return nil, fmt.Errorf("%s is a history and no recording: replay and explain take it", path)
	case err == nil && info.Mode().IsRegular() && filepath.Ext(path) != ".journal" && !journal.IsRecording(path):
		return nil, fmt.Errorf("%s is no recording: it does not begin as one does; a recording is a folder, or a *.journal file of it", path)
	}
	return journal.Read(path)
}

// carryOut replays a recording, up to a time if one is given. An observer, which may be
// nil, follows it.
func carryOut(path, to string, warnings io.Writer, observer journal.Observer) (*journal.Replay, error) {
	rec, err := readRecording(path)
	if err != nil {
		return nil, err
	}
	p := &journal.Replay{Observer: observer, Policies: linked.Policies}
	if to != "" {
		p.To, err = parseTime(to)
		if err != nil {
			return nil, err
		}
		p.Until = true
	}
	if terminal := terminalOf(warnings); terminal != nil {
		bar := newBar(terminal, 1, 100*time.Millisecond, progressbar.OptionSetDescription(terminalName(path)), progressbar.OptionShowBytes(true))
		p.Progress = func(done, total int64) {
			bar.ChangeMax64(total)
			_ = bar.Set64(done)
		}
		defer func() { _ = bar.Finish() }()
	}
	err = p.Run(rec)
	for _, gap := range p.Gaps {
		fmt.Fprintf(warnings, "%s: %d calls are missing after call %d: %s\n", path, gap.Lost, gap.Calls, gap.Reason)
	}
	for _, damage := range p.Damages {
		if p.Allocator != nil { // else it is the error
			fmt.Fprintf(warnings, "%v; all before it is used, and what follows from the next snapshot on\n", damage)
		}
	}
	if p.Allocator != nil && p.Unchecked > 0 {
		fmt.Fprintf(warnings, "%s: %s\n", path, loss(p))
	}
	if p.Allocator != nil && p.BrokenOff {
		fmt.Fprintf(warnings, "%s: nothing can be read behind %s: what follows is of then\n", path, journal.TimeText(p.Allocator.Now()))
	}
	return p, err
}

// replayRecording says whether a recording replays identically.
func replayRecording(out, warnings io.Writer, path, to string, check bool, f *differenceFlags) {
	p, err := carryOut(path, to, warnings, nil)
	if different, ok := errors.AsType[*journal.Difference](err); ok {
		fmt.Fprintf(out, "different: %v\n", different)
		f.write(out, warnings, path, to, different)
		must.Do(errFailed)
	}
	must.Do(err)
	if check {
		if err := p.Allocator.Validate(); err != nil {
			fmt.Fprintf(out, "invariant %v\n", err)
			must.Do(errFailed)
		}
	}
	fmt.Fprint(out, tellIdentical("identical", p))
	tellUnended(out, p)
	must.Do(lossError(p.Damages))
}

// tellUnended says which recordings do not end as they do when they are switched off.
func tellUnended(out io.Writer, p *journal.Replay) {
	for _, u := range p.Unended {
		fmt.Fprintln(out, u.String())
	}
}
