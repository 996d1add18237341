package scenario

import (
	"bufio"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
)

// A format is that of tables that people publish, whose files name no columns.
type format struct {
	name    string
	columns []string
	known   []knownColumn
	swf     bool      // fields are between blanks, -1 is unknown, lines that begin with ; are comments
	each    Resources // what each task of a line needs, too
	events  []string  // lines are events of tasks: the columns of a task's key, the event and its time
	again   bool      // a machine's first line counts, of some
}

// formats are those that are known. Where the publisher gives amounts as parts of the largest
// machine, they are scaled so that usual machines and tasks come out.
var formats = []format{
	{
		name: "swf", swf: true, each: Resources{"cpus": 1000},
		columns: []string{
			"job", "submit", "wait", "run", "allocated", "cpu_time", "used_memory", "requested", "requested_time",
			"requested_memory", "status", "user", "group", "application", "queue", "partition", "preceding", "think_time",
		},
		known: []knownColumn{
			{"arrival", "submit", 1}, {"duration", "run", 1}, {"count", "allocated", 1}, {"count", "requested", 1},
			{"mem", "used_memory", 1. / 1024}, {"mem", "requested_memory", 1. / 1024},
		},
	},
	{
		name: "google-2011",
		columns: []string{
			"time", "missing", "job", "index", "machine", "event", "user", "class", "priority",
			"cpu_request", "memory_request", "disk_request", "different_machines",
		},
		known: []knownColumn{
			{"cpus", "cpu_request", 100}, {"mem", "memory_request", 100 * 1024}, {"disk", "disk_request", 100 * 1024},
		},
		events: []string{"job", "index", "event", "time"},
	},
	{
		name: "google-2011-machines", again: true,
		columns: []string{"time", "machine", "event", "platform", "cpu_capacity", "memory_capacity"},
		known:   []knownColumn{{"name", "machine", 1}, {"cpus", "cpu_capacity", 100}, {"mem", "memory_capacity", 100 * 1024}},
	},
	{
		name: "alibaba-2018",
		columns: []string{
			"task_name", "instance_num", "job_name", "task_type", "status", "start_time", "end_time", "plan_cpu", "plan_mem",
		},
		known: []knownColumn{
			{"count", "instance_num", 1}, {"arrival", "start_time", 1}, {"end", "end_time", 1},
			{"cpus", "plan_cpu", 0.01}, {"mem", "plan_mem", 1024},
		},
	},
	{
		name: "alibaba-2018-machines", again: true,
		columns: []string{"machine_id", "time_stamp", "failure_domain_1", "failure_domain_2", "cpu_num", "mem_size", "status"},
		known:   []knownColumn{{"name", "machine_id", 1}, {"cpus", "cpu_num", 1}, {"mem", "mem_size", 1024}},
	},
	{
		name: "alibaba-gpu-2020",
		columns: []string{
			"job_name", "task_name", "inst_num", "status", "start_time", "end_time", "plan_cpu", "plan_mem", "plan_gpu", "gpu_type",
		},
		known: []knownColumn{
			{"count", "inst_num", 1}, {"arrival", "start_time", 1}, {"end", "end_time", 1},
			{"cpus", "plan_cpu", 0.01}, {"mem", "plan_mem", 1024}, {"gpus", "plan_gpu", 0.01},
		},
	},
	{
		name:    "alibaba-gpu-2020-machines",
		columns: []string{"machine", "gpu_type", "cap_cpu", "cap_mem", "cap_gpu"},
		known:   []knownColumn{{"name", "machine", 1}, {"cpus", "cap_cpu", 1}, {"mem", "cap_mem", 1024}, {"gpus", "cap_gpu", 1}},
	},
}

// formatNames are the names of all formats.
func formatNames() []string {
	var names []string
	for i := range formats {
		names = append(names, formats[i].name)
	}
	return names
}

// formatOf is the format of a name, or nil.
func formatOf(name string) *format {
	if i := slices.Index(formatNames(), name); i >= 0 {
		return &formats[i]
	}
	return nil
}

// likelyFormat says which format a file may have whose lines have so many fields.
func likelyFormat(fields int) string {
	for i := range formats {
		if len(formats[i].columns) == fields {
			return "; is it columns: {format: " + formats[i].name + "}?"
		}
	}
	return ""
}

// lines are the lines of a table, in fields.
type lines interface {
	Read() ([]string, error)
	FieldPos(field int) (line, column int)
}

// openLines returns the lines of a file of a format, or of a CSV file for nil.
func (f *format) openLines(in io.Reader) lines {
	bounded := &lineBound{in: in}
	if f != nil && f.swf {
		return &swfLines{in: bufio.NewReader(bounded), bound: bounded}
	}
	r := csv.NewReader(bounded)
	r.ReuseRecord = true
	r.TrimLeadingSpace = true
	return &csvLines{r, bounded}
}

// csvLines are lines of a CSV file.
type csvLines struct {
	*csv.Reader
	bound *lineBound
}

func (c *csvLines) Read() ([]string, error) {
	c.bound.begin()
	return c.Reader.Read()
}

// swfLines are lines of the standard workload format.
type swfLines struct {
	in    *bufio.Reader
	bound *lineBound
	line  int
}

func (s *swfLines) Read() ([]string, error) {
	for {
		s.bound.begin()
		text, err := s.in.ReadString('\n')
		if err != nil && (text == "" || !errors.Is(err, io.EOF)) {
			return nil, err
		}
		s.line++
		if fields := strings.Fields(text); len(fields) > 0 && !strings.HasPrefix(fields[0], ";") {
			return fields, nil
		}
	}
}

func (s *swfLines) FieldPos(int) (line, column int) { return s.line, 1 }

// taskEvents puts tasks together from what happens to them (Google's trace of 2011).
type taskEvents struct {
	columns []int                // of format.events
	open    map[string]*openTask // by job and index; one that never ends is no task
}

// An openTask has not ended yet.
type openTask struct{ submitted, started float64 }

// What happens to a task, by its number in the table.
const (
	taskSubmitted = 0
	taskStarted   = 1
	firstEnd      = 2 // evicted, failed, finished, killed
	lastEnd       = 6 // lost
)

func newTaskEvents(f *format, t *table) *taskEvents {
	e := &taskEvents{open: map[string]*openTask{}}
	for _, name := range f.events {
		e.columns = append(e.columns, t.index[name])
	}
	return e
}

// read reads a line. If a task ends that ran, it returns when it arrived and how long it took,
// in seconds.
func (e *taskEvents) read(t *table) (arrival, duration float64, ends bool) {
	key := t.line[e.columns[0]] + "/" + t.line[e.columns[1]]
	at := t.number(e.columns[3]) * 1e-6
	x := e.open[key]
	switch event := int(t.number(e.columns[2])); {
	case event == taskSubmitted:
		e.open[key] = &openTask{submitted: at, started: -1}
	case event == taskStarted && x == nil:
		e.open[key] = &openTask{submitted: at, started: at}
	case event == taskStarted:
		x.started = at
	case event >= firstEnd && event <= lastEnd && x != nil:
		delete(e.open, key)
		return x.submitted, at - x.started, x.started >= 0
	}
	t.of.refuse(len(e.open) > MostInFiles, "file", "there are more than %d tasks that have not ended", MostInFiles)
	return 0, 0, false
}

// task returns what reads a task from each line, if one ends there.
func (e *taskEvents) task(t *table) func(columns []sourceColumn) (row TaskRow, count int) {
	return func(columns []sourceColumn) (row TaskRow, count int) {
		arrival, duration, ends := e.read(t)
		if !ends {
			return row, 0
		}
		row, count = t.task(columns)
		row.Arrival, row.Duration = arrival, duration
		return row, count
	}
}
