package sim_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/sim"
	"github.com/apportion/apportion/sim/internal/simtest"
	"github.com/apportion/apportion/sim/results"
	"github.com/apportion/apportion/sim/scenario"
)

// tables are small ones of the forms that people publish, with what they say.
var tables = []struct {
	format, file string
	finished     float64
	taskSeconds  float64            // of what runs
	used         map[string]float64 // seconds of a resource
}{
	{
		format: "swf",
		file: `; Computer: made up
; MaxProcs: 64
    1     0     5   100    4  -1  1024    4   200  2048  1   1   1  -1   1  -1  -1  -1
    2    50    -1    30   -1  -1    -1    2    60  4096  1   2   1  -1   1  -1  -1  -1

    3    60    -1    -1    8  -1    -1    8    60    -1  5   2   1  -1   1  -1  -1  -1
`,
		finished: 4 + 2, taskSeconds: 4*100 + 2*30,
		used: map[string]float64{"cpus": 460, "mem": 400*1 + 60*4},
	},
	{
		format: "google-2011",
		file: `600000000,,7,0,,0,u,2,9,0.025,0.01,0.0001,
600000000,,7,1,,0,u,2,9,0.025,0.01,0.0001,
610000000,,7,0,55,1,u,2,9,0.025,0.01,0.0001,
640000000,,7,0,55,2,u,2,9,0.025,0.01,0.0001,
641000000,,7,0,,0,u,2,9,0.025,0.01,0.0001,
642000000,,7,0,55,1,u,2,9,0.025,0.01,0.0001,
652000000,,7,0,55,4,u,2,9,0.025,0.01,0.0001,
660000000,,7,1,,5,u,2,9,0.025,0.01,0.0001,
700000000,,8,0,55,1,u,2,9,0.05,,,
`,
		finished: 2, taskSeconds: 30 + 10,
		used: map[string]float64{"cpus": 2.5 * 40, "mem": 1024 * 40},
	},
	{
		format: "alibaba-2018",
		file: `M1,3,j_1,1,Terminated,1000,1060,100.0,0.5
R2_1,1,j_1,1,Terminated,1060,1070,50.0,
M1,1,j_2,1,Running,1000,0,100.0,0.5
`,
		finished: 4, taskSeconds: 3*60 + 10,
		used: map[string]float64{"cpus": 180 + 5, "mem": 180 * 512},
	},
	{
		format: "alibaba-gpu-2020",
		file: `job1,worker,2.0,Terminated,5000.0,5100.0,600.0,2.0,50.0,T4
job1,ps,1.0,Terminated,5000.0,5050.0,200.0,1.0,,
`,
		finished: 3, taskSeconds: 200 + 50,
		used: map[string]float64{"cpus": 6*200 + 2*50, "mem": 2048*200 + 1024*50, "gpus": 100},
	},
}

const ofFormat = `duration: 5m
machines: {count: 4, has: {cpus: 100, mem: 100GB, gpus: 8, disk: 100GB}}
frameworks: {name: a, suppress: true, capabilities: GPU_RESOURCES, tasks: {file: FILE, columns: {format: FORMAT}}}
`

func TestPublishedTables(t *testing.T) {
	for _, x := range tables {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, err := z.Write([]byte(x.file))
		require.NoError(t, err)
		require.NoError(t, z.Close())
		for name, content := range map[string]string{"table": x.file, "table.gz": packed.String()} {
			r := simtest.RunBeside(t, strings.NewReplacer("FORMAT", x.format, "FILE", name).Replace(ofFormat), map[string]string{name: content})
			require.Equal(t, x.finished, results.Value(r, "finished", ""), x.format)
			require.InDelta(t, x.taskSeconds, 300*results.Value(r, "running", ""), 12, x.format)
			for resource, seconds := range x.used {
				all := map[string]float64{"cpus": 400, "mem": 400 * 1024, "gpus": 32}[resource]
				require.InEpsilon(t, seconds, 300*all*results.Value(r, "utilisation", resource), 0.05, "%s: %s", x.format, resource)
			}
		}
	}
}

// A job of the standard workload format can be one task of all its processors.
func TestJobsAsTasks(t *testing.T) {
	text := strings.NewReplacer("FORMAT", "swf, names: {cpus: allocated}", "FILE", "log.swf").Replace(ofFormat)
	r := simtest.RunBeside(t, text, map[string]string{"log.swf": tables[0].file})
	require.Equal(t, 2.0, results.Value(r, "finished", ""))
	require.InDelta(t, 400, 300*400*results.Value(r, "utilisation", "cpus"), 15)
}

func TestPublishedMachines(t *testing.T) {
	for _, x := range []struct {
		format, file string
		has          map[string]float64
	}{
		{"google-2011-machines", "0,5,0,p,0.5,0.25\n0,7,0,p,,\n0,6,0,p,1,1\n90,5,2,p,0.5,0.5\n90,7,1,p,,\n", map[string]float64{"cpus": 150, "mem": 125 * 1024}},
		{"alibaba-2018-machines", "m_1,0,24,24,96,100,USING\nm_1,6,24,24,96,100,USING\nm_2,6,24,24,64,50,USING\n", map[string]float64{"cpus": 160, "mem": 150 * 1024}},
		{"alibaba-gpu-2020-machines", "a,T4,96,512,2\nb,CPU,96,512,0\n", map[string]float64{"cpus": 192, "mem": 1024 * 1024}},
	} {
		r := simtest.RunBeside(t, "duration: 1m\nmachines: {file: m.csv, columns: {format: "+x.format+"}}\nframeworks: {name: a, tasks: {size: {cpus: 15, mem: 12800}, keep: 2, duration: forever}}\n", map[string]string{"m.csv": x.file})
		require.Equal(t, 2, r.Machines, x.format)
		last := simtest.Figure(t, r, results.Query{Figure: "utilisation", Of: "cpus", From: r.Length / 2})
		require.InEpsilon(t, 30/x.has["cpus"], last, 0.01, x.format)
		last = simtest.Figure(t, r, results.Query{Figure: "utilisation", Of: "mem", From: r.Length / 2})
		require.InEpsilon(t, 25600/x.has["mem"], last, 0.01, x.format)
	}
}

func TestErrorsOfPublishedTables(t *testing.T) {
	for _, x := range []struct{ columns, file, want string }{
		{"{format: swv}", "", `test.yaml:3:107: there is no format "swv"; did you mean "swf"?`},
		{"{format: swf}", "; a comment\n1 2 3\n", "table:2: the line has 3 values, and swf has 18 columns"},
		{"{format: swf}", "1,2,3,4,5,6,7,8,9\n", "table:1: the line has 1 values, and swf has 18 columns"},
		{"{format: alibaba-2018}", "a,b,1,2,3,4,5\n", "table:1: the line has 7 values, and alibaba-2018 has 9 columns; is it columns: {format: alibaba-2018-machines}?"},
		{"{format: alibaba-2018}", "M1,3,j_1,1,Terminated,1000,late,100.0,0.5\n", `table:1: column "end_time": "late" is not a number`},
		{"{format: swf, scale: {memory: 2}}", tables[0].file, `there is no column of "memory"; did you mean "mem"?`},
		{"{}", "M1,1,j_1,1,Terminated,1000,1060,100.0,0.5\n", "table:1: there are two columns"},
		{"{}", "M1,3,j_1,2,Terminated,1000,1060,100.0,0.5\n", "has no column of a resource, such as cpus or mem"},
		{"{}", "M1,3,j_1,2,Terminated,1000,1060,100.0,0.5\n", "; is it columns: {format: alibaba-2018}?"},
		{"{}", "arrival,duration,gpu_model,gpu_capacity,cpu\n1,2,A100,8,3\n", "; say columns: {names: {gpus: gpu_capacity, cpus: cpu}} if that is what it is"},
		{"{}", "arrival,duration,cpu\n1,2,3\n", "; say columns: {names: {cpus: cpu}} if that is what it is"},
	} {
		sc, err := simtest.ParseBeside(t, strings.NewReplacer("{format: FORMAT}", x.columns, "FILE", "table").Replace(ofFormat), map[string]string{"table": x.file})
		if err == nil {
			_, err = sim.Simulate(sc, sim.Options{Seed: 1})
		}
		require.ErrorContains(t, err, x.want)
		require.ErrorContains(t, err, "test.yaml:3:")
	}
	folder := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(folder, "table.gz"), []byte("cpus,mem,duration\n"), 0o666))
	sc, err := scenario.Parse(filepath.Join(folder, "test.yaml"), []byte(strings.NewReplacer("FORMAT", "swf", "FILE", "table.gz").Replace(ofFormat)))
	require.NoError(t, err)
	_, err = sim.Simulate(sc, sim.Options{Seed: 1})
	require.ErrorContains(t, err, "table.gz: gzip: invalid header")
}
