package main

import (
	"os"
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

// TestDocumentIsUpToDate fails where the header was changed and the document
// was not written anew.
func TestDocumentIsUpToDate(t *testing.T) {
	document, err := generate(read(t, "include/apportion.h"))
	require.NoError(t, err)
	require.True(t, string(document) == read(t, "docs/abi.md"), `docs/abi.md is not what the header says: "make abi-docs"`)
}

// TestNothingIsLeftOut: all functions with their facts, structs and constants.
func TestNothingIsLeftOut(t *testing.T) {
	header, document := read(t, "include/apportion.h"), read(t, "docs/abi.md")
	for line := range strings.Lines(read(t, "capi/symbols.txt")) {
		name, _, _ := strings.Cut(line, " ")
		_, after, ok := strings.Cut(document, "\n#### "+name+"\n")
		require.True(t, ok, name)
		entry, _, _ := strings.Cut(after, "\n####")
		for _, fact := range []string{"Threads", "Ownership", "Errors", "Cost", "Since"} {
			require.Regexp(t, `\n- \*\*`+fact+`:\*\* \S`, entry, name)
		}
	}
	for _, m := range regexp.MustCompile(`(?m)^typedef struct (\w+) \{`).FindAllStringSubmatch(header, -1) {
		require.Contains(t, document, "\n#### "+m[1]+"\n")
	}
	constants := regexp.MustCompile(`(?m)^#define (APPORTION_\w+) [(\dI]`).FindAllStringSubmatch(header, -1)
	require.Greater(t, len(constants), 100)
	for _, m := range constants {
		require.Contains(t, document, "| `"+m[1]+"` | ")
	}
}

// TestUndocumented: the generator does not make up what a comment leaves out.
func TestUndocumented(t *testing.T) {
	_, err := generate("/* x.h - a header. */\n\n/* Does it. */\nint32_t apportion_do(void);\n")
	require.ErrorContains(t, err, "apportion_do: the comment lacks")
}
