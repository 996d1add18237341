package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// isHistory reports whether a file is a history, by its ending or by how its first operation begins.
func isHistory(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || isRecording(path) {
		return false // nothing is taken out of a pipe
	}
	switch filepath.Ext(strings.TrimSuffix(path, ".gz")) {
	case ".history", ".jsonl":
		return true
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := strings.TrimSpace(lines.Text())
		if line != "" && line[0] != '#' {
			return strings.HasPrefix(line, "initialize ") || strings.HasPrefix(line, `{"op":`)
		}
	}
	return false
}
