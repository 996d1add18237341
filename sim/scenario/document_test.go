package scenario

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write docs/scenarios.md's tables and docs/scenario.schema.json anew")

const (
	page   = "../../docs/scenarios.md"
	schema = "../../docs/scenario.schema.json"
)

// Every key is in the page, with its unit, its default and what it means, and every
// figure: the tables between the page's marks are those that the types make.
func TestThePageHasEveryKey(t *testing.T) {
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	text := string(content)
	for _, table := range Keys() {
		text = replaceTable(t, text, table.Name, markdown(table))
	}
	text = replaceTable(t, text, "figures", figuresMarkdown())
	if *update {
		require.NoError(t, os.WriteFile(page, []byte(text), 0o666))
		return
	}
	require.Equal(t, text, string(content), "run go test ./sim/scenario -run Page -update")
}

func replaceTable(t *testing.T, text, name, table string) string {
	t.Helper()
	begin := "<!-- keys of " + name + " -->\n"
	before, rest, ok := strings.Cut(text, begin)
	require.True(t, ok, "the page has no %s", begin)
	_, after, ok := strings.Cut(rest, "<!-- end -->")
	require.True(t, ok, "the table of %s has no end", name)
	return before + begin + table + "<!-- end -->" + after
}

func markdown(table KeyTable) string {
	var b strings.Builder
	b.WriteString("| key | value | default | meaning |\n| --- | --- | --- | --- |\n")
	for _, k := range table.Keys {
		standard := ""
		switch {
		case k.Required:
			standard = "must be there"
		case k.Default != "":
			standard = "`" + k.Default + "`"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", k.Key, k.Unit, standard, k.Doc)
	}
	return b.String()
}

func figuresMarkdown() string {
	var b strings.Builder
	b.WriteString("| figure | of | unit | meaning |\n| --- | --- | --- | --- |\n")
	for _, f := range Figures {
		of := [...]string{OfRun: "", OfRole: "a role", OfAny: "a role, or all", OfResource: "a resource"}[f.Of]
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Name, of, f.Unit, f.Doc)
	}
	return b.String()
}

func TestTheSchemaIsThatOfTheTypes(t *testing.T) {
	if *update {
		require.NoError(t, os.WriteFile(schema, Schema(), 0o666))
	}
	content, err := os.ReadFile(schema)
	require.NoError(t, err)
	require.Equal(t, string(Schema()), string(content), "run go test ./sim/scenario -run Schema -update")
	var document map[string]any
	require.NoError(t, json.Unmarshal(content, &document))
	definitions := document["$defs"].(map[string]any)
	for _, table := range Keys()[1:] {
		require.Contains(t, definitions, table.Name)
	}
	require.NotContains(t, string(content), `"$ref": "#/$defs/scenario"`)
}

// Each table's doc says something, and defaults can be read.
func TestEveryKeyIsDescribed(t *testing.T) {
	for _, table := range Keys() {
		require.NotEmpty(t, table.Keys, table.Name)
		for _, k := range table.Keys {
			require.NotEmpty(t, k.Doc, "%s: %s", table.Name, k.Key)
			require.NotEmpty(t, k.Unit, "%s: %s", table.Name, k.Key)
			require.False(t, k.Required && k.Default != "", "%s: %s", table.Name, k.Key)
		}
	}
}
