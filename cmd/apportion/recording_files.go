package main

import (
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/apportion/apportion/internal/must"
	"github.com/apportion/apportion/journal"
)

// recordedFile is what there is to know of a file of a recording, as JSON.
type recordedFile struct {
	Path      string        `json:"path"`
	Bytes     int64         `json:"bytes"`
	Apportion string        `json:"apportion,omitempty"` // the version that made it
	Host      string        `json:"host,omitempty"`
	Started   *time.Time    `json:"started,omitempty"`
	From      int64         `json:"from_ns"`
	To        int64         `json:"to_ns"`
	Calls     uint64        `json:"calls"`
	Cycles    uint64        `json:"cycles"`
	Snapshots int           `json:"snapshots"`
	End       string        `json:"end"` // ended, goes on, not ended
	LastCall  string        `json:"last_call,omitempty"`
	Gaps      []recordedGap `json:"gaps,omitempty"`
	Damage    string        `json:"damage,omitempty"`
}

type recordedGap struct {
	After   uint64 `json:"after_call"`
	Missing uint64 `json:"missing"`
	Reason  string `json:"reason"`
}

// describeRecording lists the files of a recording. If none can be read, that is the error.
func describeRecording(out io.Writer, rec *journal.Recording, asJSON bool) {
	var files []*journal.FileInfo
	unreadable := 0
	for _, file := range rec.Files {
		info := must.Get(journal.Describe(file))
		files = append(files, info)
		if info.Snapshots == 0 {
			unreadable++
		}
	}
	if asJSON {
		fileList(out, files)
	} else {
		fileTable(out, files)
	}
	if unreadable == len(files) {
		must.Fail("%w: no snapshot can be read in %s", journal.ErrNoRecording, rec.Files[0])
	}
}

// fileList is a list of the files as JSON.
func fileList(out io.Writer, files []*journal.FileInfo) {
	rows := []recordedFile{}
	for _, f := range files {
		row := recordedFile{
			Path: f.Path, Bytes: f.Bytes, Apportion: f.Apportion, Host: f.Host, From: int64(f.From), To: int64(f.To),
			Calls: f.Calls, Cycles: f.Cycles, Snapshots: f.Snapshots, End: f.End.String(), LastCall: f.LastCall,
		}
		if !f.Started.IsZero() {
			row.Started = &f.Started
		}
		for _, gap := range f.Gaps {
			row.Gaps = append(row.Gaps, recordedGap{gap.Calls, gap.Lost, gap.Reason})
		}
		if f.Damage != nil {
			row.Damage = f.Damage.Error()
		}
		rows = append(rows, row)
	}
	writeJSON(out, map[string]any{"files": rows})
}

// fileTable is a table of the files, and what is missing or damaged.
func fileTable(out io.Writer, files []*journal.FileInfo) {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "file\tversion\tstarted\tfrom\tto\tcalls\tcycles\tsnapshots\tbytes\tend\t")
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
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%s\t\n", f.Path, f.Apportion, f.Started.UTC().Format(time.RFC3339),
			journal.TimeText(f.From), journal.TimeText(f.To), f.Calls, f.Cycles, f.Snapshots, f.Bytes, end)
	}
	must.Do(table.Flush())
	for _, remark := range remarks {
		fmt.Fprintln(out, remark)
	}
}
