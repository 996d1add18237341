package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/journal"
)

// describeRecording lists the files of a recording. If none can be read, that is the error.
func describeRecording(out io.Writer, rec *journal.Recording, asJSON bool) {
	var files []*journal.FileInfo
	unreadable := 0
	for _, file := range rec.Files {
		info, err := journal.Describe(file)
		if errors.Is(err, os.ErrNotExist) && len(rec.Files) > 1 {
			continue // while it is recorded, the oldest are removed
		}
		must.Do(err)
		files = append(files, info)
		if info.Snapshots == 0 {
			unreadable++
		}
	}
	if asJSON {
		writeJSON(out, map[string]any{"files": files})
	} else {
		fileTable(out, files)
	}
	if unreadable == len(files) {
		if failed, ok := errors.AsType[*fs.PathError](files[0].Damage); ok {
			must.Do(failed) // what can't be opened or read may be a recording
		}
		must.Fail("%w: no snapshot can be read in %s", journal.ErrNoRecording, rec.Files[0])
	}
}

// fileTable is a table of the files, and what is missing or damaged.
func fileTable(out io.Writer, files []*journal.FileInfo) {
	table := report.Table{Header: []string{"file", "version", "started", "from", "to", "calls", "cycles", "snapshots", "bytes", "end"}}
	var remarks []string
	for _, f := range files {
		if f.Damage != nil {
			remarks = append(remarks, f.Damage.Error())
		}
		for _, gap := range f.Gaps {
			remarks = append(remarks, fmt.Sprintf("%s: %d calls are missing after call %d: %s", f.Path, gap.Lost, gap.Calls, gap.Reason))
		}
		if f.Snapshots == 0 {
			if f.Damage == nil {
				remarks = append(remarks, f.Path+": it has no snapshot")
			}
			continue
		}
		end := f.End.String()
		if f.End == journal.NotEnded && f.LastCall != "" {
			end += ", last " + f.LastCall
		}
		table.Rows = append(table.Rows, []string{f.Path, f.Apportion, f.Started.UTC().Format(time.RFC3339), journal.TimeText(f.From), journal.TimeText(f.To),
			fmt.Sprint(f.Calls), fmt.Sprint(f.Cycles), fmt.Sprint(f.Snapshots), fmt.Sprint(f.Bytes), end})
	}
	must.Do(table.WriteText(out))
	for _, remark := range remarks {
		fmt.Fprintln(out, remark)
	}
}
