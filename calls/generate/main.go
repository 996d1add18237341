// Command generate makes of the structs in calls/calls.go whatever follows from them. It is
// run by go generate ./calls.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := run(".."); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run writes the files below the root of the repository.
func run(root string) error {
	files, err := generated(root)
	for name, content := range files {
		if err == nil {
			err = os.WriteFile(filepath.Join(root, name), content, 0o666)
		}
	}
	return err
}

// generated is the content of each file.
func generated(root string) (map[string][]byte, error) {
	d, err := load(root)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	files["calls/calls_generated.go"], err = formatted(callsFile(d))
	if err != nil {
		return nil, err
	}
	files["history/operations_generated.go"], err = formatted(historyFile(d))
	if err != nil {
		return nil, err
	}
	files["fuzz/abi/runner/calls_generated.cpp"] = []byte(header + runnerFile(d))
	return files, nil
}
