package scenario

import (
	"bytes"
	"compress/gzip"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/unpack"
)

// beside is a scenario with files beside it.
func beside(t *testing.T, text string, files map[string]string) *Scenario {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
	}
	s, err := Parse(filepath.Join(dir, "x.yaml"), []byte(text))
	require.NoError(t, err)
	return s
}

// lower sets a bound for a test.
func lower[T any](t *testing.T, bound *T, to T) {
	was := *bound
	t.Cleanup(func() { *bound = was })
	*bound = to
}

const ofFiles = `duration: 1m
machines: {has: {cpus: 4}}
running: {file: running.csv}
frameworks:
  - name: web
    hold: {file: distributions.csv, column: s}
    tasks:
      - {size: {cpus: 1}, duration: {file: distributions.csv, column: s}, keep: 1}
      - {file: tasks.csv, keep: 1}
      - {file: events.csv, columns: {format: google-2011}}
`

// What files of a scenario hold is bounded by the sum: of distributions, of tasks that run from the
// beginning, and of tasks that never end.
func TestFilesAreBounded(t *testing.T) {
	lower(t, &MostInFiles, 1000)
	lower(t, &mostRunning, 1000)
	event := func(i int) string { return "0,," + strings.Repeat("1", i) + ",0,,0,,,,1,1,1,\n" }
	read := func(count int) error {
		events := &strings.Builder{}
		for i := range count {
			events.WriteString(event(i + 1))
		}
		s := beside(t, ofFiles, map[string]string{
			"distributions.csv": "s\n" + strings.Repeat("1\n", count),
			"running.csv":       "framework,machine,cpus,count\n" + strings.Repeat("web,m,1,100\n", count/100),
			"tasks.csv":         "cpus\n" + strings.Repeat("1\n", count),
			"events.csv":        events.String() + "0,,1,0,,4,,,,1,1,1,\n",
		})
		tasks := func(i int) error { _, err := s.TaskFile(s.Frameworks[0].Tasks[i]); return err }
		return errors.Join(s.LoadDistributions(), tasks(1), tasks(2), s.EachRunning(func(*RunningRow) error { return nil }))
	}
	require.ErrorContains(t, read(1000), "events.csv has no tasks", "and nothing else is wrong")
	err := read(1100)
	require.ErrorContains(t, err, "x.yaml:6:18: there are more than 1000 values in files")
	require.ErrorContains(t, err, "x.yaml:9:16: there are more than 1000 tasks\n")
	require.ErrorContains(t, err, "x.yaml:10:16: there are more than 1000 tasks that have not ended")
	require.ErrorContains(t, err, "x.yaml:3:17: there are more than 1000 tasks")
}

// A gzipped file of a scenario unpacks to what is in proportion.
func TestGzippedFilesAreBounded(t *testing.T) {
	lower(t, &unpack.Most, 1<<20)
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err := z.Write([]byte("cpus\n" + strings.Repeat("1\n", 1<<20)))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	s := beside(t, strings.Replace(smallest, "size: {cpus: 1}", "file: tasks.csv.gz", 1), map[string]string{"tasks.csv.gz": packed.String()})
	_, err = s.TaskFile(s.Frameworks[0].Tasks[0])
	require.ErrorContains(t, err, "tasks.csv.gz, behind line 524286: it unpacks to more than 1 MiB and 200 times its bytes")
}

// TestManyLines: lists and what is within brackets may have more lines than a mapping has keys, and keys of other mappings
// are not counted with it.
func TestManyLines(t *testing.T) {
	for _, text := range []string{
		"roles:\n" + numbered("  - name: a%d\n    weight: 2\n", mostKeys+1), "roles: [\n" + numbered("{name: a%d},\n", mostKeys+1) + "]\n",
		"frameworks:\n" + numbered("  - {name: web, count: 1}\n#%d:\n", mostKeys+1),
	} {
		_, many := tooManyKeys(strings.Split(text, "\n"))
		require.False(t, many, text[:20])
	}
	_, err := Parse("x.yaml", []byte(smallest+"roles:\n"+numbered("  - name: a%d\n    weight: 2\n", mostKeys+1)))
	require.NoError(t, err)
}

// Times that a scale makes infinite are late ones, and not no numbers.
func TestTimesBeyondAllNumbers(t *testing.T) {
	text := strings.Replace(smallest, "size: {cpus: 1}, backlog: true", "file: tasks.csv, columns: {scale: {arrival: 1e38, end: 1e38}}", 1)
	s := beside(t, text, map[string]string{"tasks.csv": "cpus,arrival,end\n1,1e308,1e308\n1,1e308,1e308\n"})
	f, err := s.TaskFile(s.Frameworks[0].Tasks[0])
	require.NoError(t, err)
	for _, row := range f.Rows {
		require.Equal(t, 0.0, row.Arrival, "counted from the first")
		require.Equal(t, 1e-3, row.Duration)
	}
}

// Tasks of one size share it.
func TestTasksOfAFileShareSizes(t *testing.T) {
	const count = 100_000
	s := beside(t, strings.Replace(smallest, "size: {cpus: 1}", "file: tasks.csv", 1), map[string]string{
		"tasks.csv": "cpus,mem,name\n" + strings.Repeat("1,2,a\n2,,a\n", count/2),
	})
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	f, err := s.TaskFile(s.Frameworks[0].Tasks[0])
	require.NoError(t, err)
	runtime.GC()
	runtime.ReadMemStats(&after)
	require.Less(t, int64(after.HeapAlloc)-int64(before.HeapAlloc), int64(100*count))
	require.Len(t, f.Rows, count)
	require.Equal(t, Resources{"cpus": 1000, "mem": 2000}, f.Rows[count-2].Size)
	require.Equal(t, Resources{"cpus": 2000}, f.Rows[count-1].Size)
}
