package driver

import (
	"bufio"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apportion/apportion/history"
	"github.com/apportion/apportion/internal/tested"
)

// needVectors is the file in a folder of traces that names those in which quota chooses among
// several disks: what Mesos answered there follows from its own order of resources.
const needVectors = "mesos_vectors.txt"

// ReadTraces reads the traces that this build can replay of a file (tested.MesosVectors), and the
// names of the others.
func ReadTraces(file string) (traces []history.Trace, others []string, err error) {
	traces, err = history.ReadFile(file)
	if err != nil || tested.MesosVectors {
		return traces, nil, err
	}
	names, err := namesIn(filepath.Join(filepath.Dir(file), needVectors))
	traces = slices.DeleteFunc(traces, func(trace history.Trace) bool {
		needs := slices.Contains(names, trace.Name)
		if needs {
			others = append(others, trace.Name)
		}
		return needs
	})
	return traces, others, err
}

// ReadAllTraces is ReadTraces of all files that match a pattern.
func ReadAllTraces(pattern string) (traces []history.Trace, err error) {
	files, err := filepath.Glob(pattern)
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		more, _, err := ReadTraces(file)
		if err != nil {
			return nil, err
		}
		traces = append(traces, more...)
	}
	return traces, nil
}

// namesIn returns the lines of a file, without those that begin with #. There need be no file.
func namesIn(file string) (names []string, err error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if name := strings.TrimSpace(lines.Text()); name != "" && !strings.HasPrefix(name, "#") {
			names = append(names, name)
		}
	}
	return names, lines.Err()
}
