package sim_test

import (
	"encoding/csv"
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/report"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/present"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

const ofTrace = `duration: 100s
machines: {file: nodes.csv}
frameworks: {name: trace, suppress: true, capabilities: GPU_RESOURCES, tasks: {file: pods.csv, speed: 10}}
`

// The columns of the openb trace are known as they are.
func TestFilesOfATrace(t *testing.T) {
	sc, err := simtest.ParseBeside(t, ofTrace, map[string]string{
		"nodes.csv": "sn,cpu_milli,memory_mib,gpu,model\nn1,32000,65536,2,V100\nn2,8000,1024,0,\n",
		"pods.csv": "name,cpu_milli,memory_mib,num_gpu,gpu_spec,creation_time,deletion_time,scheduled_time\n" +
			"late,4000,2048,1,,1200,1700,1250\nfirst,2500,100,0,,1000,1100,1000\nnever,1,1,0,,1000,,\n",
	})
	require.NoError(t, err)
	r := simtest.Simulate(t, sc, 1)
	require.Equal(t, []string{"cpus", "mem", "gpus"}, r.Resources)
	require.Equal(t, 2, r.Machines)
	require.Equal(t, 2.0, results.Value(r, "finished", ""))
	// The first runs from 0 to 10 s, the other from 20 to 65 s.
	require.InDelta(t, 0.10*2.5/40+0.45*4/40, results.Value(r, "utilisation", "cpus"), 0.01)
	require.InDelta(t, 0.45/2, results.Value(r, "utilisation", "gpus"), 0.02)
	said := func(r *results.Run) bool {
		return slices.Contains(present.Facts(r), report.Fact{Name: "have not arrived", Value: "1 of the 2 tasks of pods.csv by the end"})
	}
	require.False(t, said(r), "both have come")
	sc.Duration = scenario.Duration(15 * time.Second)
	r = simtest.Simulate(t, sc, 1)
	require.True(t, said(r), present.Facts(r))
}

func TestFilesWithOtherColumns(t *testing.T) {
	r := simtest.RunBeside(t, `duration: 10m
machines: {name: m, file: nodes.csv, columns: {names: {cpus: cores, tpus: chips}, scale: {mem: 1024}}}
frameworks:
  - {name: a, tasks: {file: tasks.csv, columns: {names: {tpus: chips}}, keep: 3, duration: {file: times.csv, column: s}}}
`, map[string]string{
		"nodes.csv": "cores,chips,mem,count\n8,4,2,3\n",
		"tasks.csv": "cpus,chips\n1,1\n2,0\n",
		"times.csv": "s\n10\n20\n",
	})
	require.Equal(t, []string{"cpus", "mem", "tpus"}, r.Resources)
	require.Equal(t, 3, r.Machines)
	require.Equal(t, 3.0, results.Value(r, "running", "a"))
	require.InDelta(t, 3*600/15, results.Value(r, "started", "a"), 15)
}

// Times are found by the names and in the units that are said; two frameworks may read the
// same file in their own ways.
func TestFilesWithOtherTimes(t *testing.T) {
	text := `duration: 10m
machines: {has: {cpus: 100, mem: 1GB}}
frameworks:
  - {name: timed, suppress: true, tasks: {file: jobs.csv, columns: {names: {arrival: submitted at, duration: minutes}, scale: {duration: 60}}}}
  - {name: span, suppress: true, tasks: {file: jobs.csv, columns: {names: {arrival: submitted at, start: from, end: "to"}}}}
  - {name: fast, suppress: true, tasks: {file: jobs.csv, speed: 10, columns: {names: {arrival: submitted at, start: from, end: "to"}}}}
`
	r := simtest.RunBeside(t, text, map[string]string{"jobs.csv": "submitted at,cpus,minutes,from,to\n1000,1,2,1000,1010\n1100,3,1,1200,1230\n"})
	for _, name := range []string{"timed", "span", "fast"} {
		require.Equal(t, 2.0, results.Value(r, "finished", name), name)
	}
	running := func(of string) float64 { return 600 * results.Value(r, "running", of) } // in task seconds
	require.InDelta(t, 120+60, running("timed"), 3)
	require.InDelta(t, 10+30, running("span"), 3)
	require.InDelta(t, 1+3, running("fast"), 3)
	last := simtest.Figure(t, r, results.Query{Figure: "started", Of: "timed", From: 99 * time.Second})
	require.Equal(t, 1.0, last, "100 s after the first")
}

// What is said of arrivals and durations stands in the place of the file's.
func TestFilesWhoseTimesAreNotTaken(t *testing.T) {
	jobs := map[string]string{"jobs.csv": "arrival,cpus,duration,count\n0,1,10,2\n500,4,20,1\n"}
	simulate := func(tasks string) *results.Run {
		r := simtest.RunBeside(t, "duration: 10m\nmachines: {has: {cpus: 100, mem: 1GB}}\nframeworks: {name: a, suppress: true, tasks: {file: jobs.csv"+tasks+"}}\n", jobs)
		return r
	}
	require.Equal(t, 3.0, results.Value(simulate(""), "finished", ""))
	keeps := simulate(", keep: 6")
	require.Equal(t, 6.0, results.Value(keeps, "running", ""))
	require.InDelta(t, 600*6/(40./3), results.Value(keeps, "started", ""), 12)
	require.InDelta(t, 6*600/60., results.Value(simulate(", keep: 6, duration: 1m"), "finished", ""), 6)
	require.InDelta(t, 100+100+100, 600*results.Value(simulate(", duration: 100s"), "running", ""), 3, "three tasks of 100 s")
	arriving := jobs["jobs.csv"]
	jobs["jobs.csv"] = "start,cpus,end\n5,1,15\n"
	require.InDelta(t, 600*6/10., results.Value(simulate(", keep: 6"), "started", ""), 12, "tasks of 10 s")
	jobs["jobs.csv"] = arriving
	_, err := simtest.Try(t, "duration: 10m\nmachines: {has: {cpus: 1}}\nframeworks: {name: a, tasks: {file: jobs.csv, gang: 2}}\n", jobs)
	require.ErrorContains(t, err, "test.yaml:3:53: gangs arrive with every or keep")
	_, err = simtest.ParseBeside(t, "duration: 10m\nmachines: {has: {cpus: 1}}\nframeworks: {name: a, tasks: {file: jobs.csv, keep: 1, every: 1s}}\n", jobs)
	require.ErrorContains(t, err, "there has to be one of the keys")
}

func TestErrorsOfFiles(t *testing.T) {
	nodes, pods := "cpus,mem\n4,100\n", "cpus,arrival,duration\n1,0,5\n"
	for name, c := range map[string]struct{ nodes, pods, want string }{
		"empty":                 {"", pods, "nodes.csv: there is nothing in it"},
		"no lines":              {"cpus\n", pods, "nodes.csv has no machines"},
		"no number":             {"cpus\nfour\n", pods, "nodes.csv:2: column \"cpus\": \"four\" is not a number"},
		"negative":              {"cpus\n-4\n", pods, "nodes.csv:2: column \"cpus\": -4 is negative"},
		"too much":              {"cpus\n1e300\n", pods, "nodes.csv:2: column \"cpus\": "},
		"nothing":               {"cpus\n0\n", pods, "the machine has nothing"},
		"ragged":                {"cpus,mem\n4\n", pods, "nodes.csv:2: the line has not as many values as the header has columns"},
		"too many":              {"cpus,count\n4,9999999\n", pods, "there are more than 1000000 machines"},
		"column twice":          {"cpus,mem,cpus\n4,1,2\n", pods, "nodes.csv:1: there are two columns \"cpus\""},
		"no resources":          {"cores,memory\n4,1\n", pods, "nodes.csv has no column of a resource, such as cpus or mem; there are [\"cores\" \"memory\"]"},
		"no sizes":              {nodes, "arrival,duration\n0,5\n", "pods.csv has no column of a resource"},
		"a quote":               {"cpus\n\"4\n", pods, "nodes.csv:2: extraneous or missing"},
		"name twice":            {"name,cpus\na,4\na,4\n", pods, "there are two machines of the name \"a\""},
		"beyond sense":          {"cpus,count\n1e12,10000\n", pods, "with these the machines have more than 4611686018427387.903 cpus"},
		"no tasks":              {nodes, "cpus,arrival,duration\n", "pods.csv has no tasks"},
		"no times":              {nodes, "cpus\n1\n", "pods.csv has no columns for arrival and duration"},
		"a mark before a quote": {"\ufeff\"cpus\"\n4,1\n", pods, "nodes.csv:2: the line has not as many values"},
		"UTF-16":                {"\xff\xfec\x00p\x00", pods, "nodes.csv: it is in UTF-16: save it as UTF-8"},
		"a long line":           {"name,cpus\na,1\n\"" + strings.Repeat("b\n", 1<<20), pods, "nodes.csv, behind line 2: a line has more than 1 MiB"},
		"long header":           {strings.Repeat("b", 2<<20), pods, "nodes.csv: a line has more than 1 MiB"},
		"part of one":           {"cpus,count\n4,1.5\n", pods, "nodes.csv:2: column \"count\": 1.5 is no whole number"},
		"part of a task":        {nodes, "cpus,arrival,duration,count\n1,0,5,0.5\n", "pods.csv:2: column \"count\": 0.5 is no whole number"},
		"none of them":          {"cpus,count\n4,0\n4,0\n", pods, "nodes.csv has no machines"},
		"an hour":               {"cpus,count\n4,4h\n", pods, "\"4h\" is not a number; in seconds it is 14400"},
		"no such file":          {nodes, "", "pods.csv: there is nothing in it"},
	} {
		_, err := simtest.Try(t, ofTrace, map[string]string{"nodes.csv": c.nodes, "pods.csv": c.pods})
		require.ErrorContains(t, err, c.want, name)
		require.ErrorContains(t, err, "test.yaml:", name)
	}
	_, err := simtest.Try(t, strings.Replace(ofTrace, "speed: 10", "speed: 10, columns: {names: {cpus: coers}}", 1), map[string]string{"nodes.csv": nodes, "pods.csv": pods})
	require.ErrorContains(t, err, "has no column \"coers\"; there are [\"cpus\" \"arrival\" \"duration\"]")
}

// TestCountsOfFiles: a line that does not say how many it stands for is one, and a scale makes more or fewer, to the nearest.
func TestCountsOfFiles(t *testing.T) {
	text := "duration: 1m\nmachines: {file: nodes.csv, columns: {scale: {count: 0.1}}}\n" +
		"frameworks: {name: a, tasks: {file: tasks.csv, columns: {scale: {count: 0.1}}, backlog: true, max: 100}}\n"
	count := ",20\n4,29\n4,4\n4,0\n"
	r := simtest.RunBeside(t, text, map[string]string{"nodes.csv": "cpus,count\n1,\n4" + count, "tasks.csv": "cpus,count\n1,\n1" + count})
	require.Equal(t, 1+2+3, r.Machines)
}

// What is written draws the same figures as the page, and the page is whole.
func TestWrite(t *testing.T) {
	folder := t.TempDir()
	sc, err := scenario.Parse("test.yaml", []byte(everything), scenario.Override{Path: "duration", Value: "2m"})
	require.NoError(t, err)
	r := simtest.Simulate(t, sc, 1)
	require.NoError(t, present.WritePage(r, folder, nil))
	page, err := os.ReadFile(filepath.Join(folder, "test.html"))
	require.NoError(t, err)
	for _, c := range present.Charts(r) {
		require.Contains(t, string(page), html.EscapeString(c.Title))
		content, err := os.ReadFile(filepath.Join(folder, "test", c.FileName()))
		require.NoError(t, err)
		rows, err := csv.NewReader(strings.NewReader(string(content))).ReadAll()
		require.NoError(t, err)
		require.Len(t, rows, 1+120, c.Title)
	}
	content, err := os.ReadFile(filepath.Join(folder, "test", "figures.csv"))
	require.NoError(t, err)
	require.Contains(t, string(content), "\nshare,prod/web,0.")
}

// The files of a scenario have so many machines and tasks together, not each.
func TestFilesAreBoundedTogether(t *testing.T) {
	machines, tasks := scenario.MostMachines, scenario.MostInFiles
	t.Cleanup(func() { scenario.MostMachines, scenario.MostInFiles = machines, tasks })
	scenario.MostMachines, scenario.MostInFiles = 10, 10
	text := `duration: 1m
machines: [{name: m, file: nodes.csv}, {name: n, file: nodes.csv}]
frameworks: {name: f, tasks: [{file: tasks.csv, backlog: true}, {file: tasks.csv, backlog: true}]}
`
	try := func(machines, tasks string) error {
		_, err := simtest.Try(t, text, map[string]string{
			"nodes.csv": "cpus,count\n1," + machines + "\n", "tasks.csv": "cpus,count\n1," + tasks + "\n",
		})
		return err
	}
	require.NoError(t, try("5", "5"))
	require.ErrorContains(t, try("6", "5"), ":2:56: with these there are more than 10 machines")
	require.ErrorContains(t, try("5", "6"), "with these there are more than 10 tasks in files")
}
