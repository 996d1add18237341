package policytest_test

import (
	"os"
	"strings"
	"testing"
)

// The page's example is the one that is compiled and tested here.
func TestPageHasTheExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/policies.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, code, _ := strings.Cut(string(page), "```go\n// atLeast")
	code, _, found := strings.Cut(code, "\n```")
	if !found || !strings.Contains(string(example), "// atLeast"+code) {
		t.Error("the example of docs/policies.md is not that of example_test.go")
	}
}
