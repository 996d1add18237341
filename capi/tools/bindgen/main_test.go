package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

const folder = "../../../"

func read(t *testing.T, path string) string {
	b, err := os.ReadFile(folder + path)
	require.NoError(t, err)
	return string(b)
}

// TestUpToDate fails where the header was changed and what follows from it was not
// written anew.
func TestUpToDate(t *testing.T) {
	texts, err := generateAll(folder)
	require.NoError(t, err)
	for path, text := range texts {
		require.True(t, text == read(t, path), `%s is not what include/apportion.h says: "make bindings"`, path)
	}
}

// TestNamesAreThere: the methods that the table of names has are in the languages' own files.
func TestNamesAreThere(t *testing.T) {
	var core strings.Builder
	files, err := filepath.Glob(folder + "core/*.go")
	require.NoError(t, err)
	for _, file := range files {
		core.WriteString(read(t, strings.TrimPrefix(file, folder)))
	}
	sources := [3]string{read(t, "include/apportion.hpp"), core.String(), pythonCalls(t)}
	patterns := [3]string{`\b%s\(`, `(?m)^func \(\w \*(?:Allocator|View)\) %s\(`, `(?m)^    def %s\(`}
	checked := 0
	for _, row := range regexp.MustCompile("(?m)^\\| `apportion_.*$").FindAllString(read(t, "docs/names.md"), -1) {
		for i, cell := range strings.Split(strings.Trim(row, "| "), " | ")[1:] {
			if name := strings.Trim(cell, "`| "); regexp.MustCompile(`^\w+$`).MatchString(name) {
				checked++
				require.Regexp(t, strings.Replace(patterns[i], "%s", name, 1), sources[i], row)
			}
		}
	}
	require.Greater(t, checked, 200)
}

// pythonCalls is what declares the calls in Python.
func pythonCalls(t *testing.T) string {
	return read(t, "python/apportion/_allocator.py") + read(t, "python/apportion/_operations.py") + read(t, "python/apportion/_generated_operations.py") +
		read(t, "python/apportion/_library.py")
}

// TestFunctionsStay: no header gets through that lacks a function, or has another version that it is
// there since. abidiff compares all else (TestABIIsAsDescribed).
func TestFunctionsStay(t *testing.T) {
	source := read(t, "include/apportion.h")
	listed := func(old, new string) error {
		require.Contains(t, source, old)
		h, err := parseHeader(strings.Replace(source, old, new, 1))
		require.NoError(t, err)
		_, err = symbols(h, read(t, "capi/symbols.txt"))
		return err
	}
	require.NoError(t, listed("APPORTION_H", "APPORTION_H"))
	require.ErrorContains(t, listed("int32_t apportion_pause(", "int32_t apportion_halt("), "what never changes: apportion_pause 1")
	require.ErrorContains(t, listed("to the\n * state. */\nint32_t apportion_d", "to the\n * state. Since: 2. */\nint32_t apportion_d"), "what never changes")
}

// TestNothingIsLeftOut: all functions with their facts, structs and constants.
func TestNothingIsLeftOut(t *testing.T) {
	header := read(t, "include/apportion.h")
	h, err := readHeader(folder)
	require.NoError(t, err)
	document := abiDocument(h)
	for line := range strings.Lines(read(t, "capi/symbols.txt")) {
		name, _, _ := strings.Cut(line, " ")
		_, after, ok := strings.Cut(document, "\n#### "+name+"\n")
		require.True(t, ok, name)
		entry, _, _ := strings.Cut(after, "\n####")
		for _, fact := range []string{"Threads", "Keeps", "Errors", "Cost"} {
			require.Regexp(t, fact+`:\s`, entry, name)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^typedef struct (\w+) \{`).FindAllStringSubmatch(header, -1) {
		require.Contains(t, document, "\n#### "+m[1]+"\n")
	}
	constants := regexp.MustCompile(`(?m)^#define (APPORTION_\w+) [(\dI]`).FindAllStringSubmatch(header, -1)
	require.Greater(t, len(constants), 100)
	for _, m := range constants {
		require.Contains(t, document, "\n#define "+m[1]+" ")
	}
}

// TestUndocumented: the generator does not make up what a comment leaves out.
func TestUndocumented(t *testing.T) {
	_, err := parseHeader("/* x.h - a header. */\n\n/* Does it. */\nint32_t apportion_do(void);\n")
	require.ErrorContains(t, err, "apportion_do: the comment lacks")
}

// TestRowsOfTheCore: the layout of each of the core's types as which capi views the
// caller's memory is compared with the header's.
func TestRowsOfTheCore(t *testing.T) {
	files, err := filepath.Glob(folder + "capi/*.go")
	require.NoError(t, err)
	compared, viewed := read(t, "capi/core_layout.go"), 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`array\[alloc\.(\w+)\]\(`).FindAllStringSubmatch(string(source), -1) {
			viewed++
			require.Regexp(t, `Sizeof\(alloc\.`+m[1]+`\b`, compared, file)
		}
	}
	require.Greater(t, viewed, 1)
}
