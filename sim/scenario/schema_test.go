package scenario

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/stretchr/testify/require"
)

// A validator checks documents against a JSON schema, as far as that of scenarios goes.
type validator struct{ definitions map[string]any }

// check returns what is wrong with a value, or "".
func (v *validator) check(at string, value any, schema map[string]any) string {
	if name, ok := schema["$ref"].(string); ok {
		return v.check(at, value, v.definitions[strings.TrimPrefix(name, "#/$defs/")].(map[string]any))
	}
	if choices, ok := schema["anyOf"].([]any); ok {
		var wrong []string
		for _, c := range choices {
			w := v.check(at, value, c.(map[string]any))
			if w == "" {
				return ""
			}
			wrong = append(wrong, w)
		}
		return strings.Join(wrong, "; and ")
	}
	if kind, ok := schema["type"]; ok && !isOf(value, kind) {
		return fmt.Sprintf("%s: %v is not of type %v", at, value, kind)
	}
	switch x := value.(type) {
	case string:
		if pattern, ok := schema["pattern"].(string); ok && !regexp.MustCompile(pattern).MatchString(x) {
			return fmt.Sprintf("%s: %q is not like %s", at, x, pattern)
		}
	case uint64:
		if most, ok := schema["maximum"].(float64); ok && float64(x) > most {
			return fmt.Sprintf("%s: %d is above %v", at, x, most)
		}
	case []any:
		for i, entry := range x {
			if w := v.check(fmt.Sprintf("%s[%d]", at, i), entry, schema["items"].(map[string]any)); w != "" {
				return w
			}
		}
	case map[string]any:
		return v.checkObject(at, x, schema)
	}
	return ""
}

func (v *validator) checkObject(at string, object, schema map[string]any) string {
	properties, _ := schema["properties"].(map[string]any)
	for key, value := range object {
		of, known := properties[key].(map[string]any)
		if !known {
			of, known = schema["additionalProperties"].(map[string]any)
		}
		if !known {
			return fmt.Sprintf("%s: there is no key %q", at, key)
		}
		if w := v.check(at+"."+key, value, of); w != "" {
			return w
		}
	}
	required, _ := schema["required"].([]any)
	for _, key := range required {
		if _, there := object[key.(string)]; !there {
			return fmt.Sprintf("%s: key %q is missing", at, key)
		}
	}
	return ""
}

func isOf(value, kind any) bool {
	if list, ok := kind.([]any); ok {
		for _, k := range list {
			if isOf(value, k) {
				return true
			}
		}
		return false
	}
	switch value.(type) {
	case string:
		return kind == "string"
	case bool:
		return kind == "boolean"
	case uint64, int64:
		return kind == "integer" || kind == "number"
	case float64:
		return kind == "number"
	case []any:
		return kind == "array"
	case map[string]any:
		return kind == "object"
	}
	return value == nil && kind == "null"
}

// valid says what is wrong with a scenario's text by the schema.
func valid(t *testing.T, text string) string {
	t.Helper()
	var document map[string]any
	require.NoError(t, json.Unmarshal(Schema(), &document))
	var value any
	require.NoError(t, yaml.Unmarshal([]byte(text), &value))
	v := validator{document["$defs"].(map[string]any)}
	return v.check("scenario", value, document)
}

// The schema lets through all scenarios that come along, those of benchmarks, and what
// the documentation shows.
func TestShippedScenariosAreValid(t *testing.T) {
	files, err := filepath.Glob("../../scenarios/*.yaml")
	require.NoError(t, err)
	more, err := filepath.Glob("../../bench/*.yaml")
	require.NoError(t, err)
	require.Greater(t, len(files), 15)
	require.NotEmpty(t, more)
	for _, file := range append(files, more...) {
		content, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Empty(t, valid(t, string(content)), file)
	}
	content, err := os.ReadFile(page)
	require.NoError(t, err)
	examples := strings.Split(string(content), "```yaml\n")[1:]
	require.Greater(t, len(examples), 4)
	for _, example := range examples {
		example, _, _ = strings.Cut(example, "```")
		for key, least := range map[string]string{"duration": "1h", "machines": "{has: {cpus: 1}}", "frameworks": "{name: db, tasks: {size: {cpus: 1}, keep: 1}}"} {
			if !strings.Contains("\n"+example, "\n"+key+":") {
				example += key + ": " + least + "\n" // it shows a part of a scenario
			}
		}
		require.Empty(t, valid(t, example), example)
		_, err := Parse("x.yaml", []byte(example))
		require.NoError(t, err, example)
	}
}

// It finds what the reader finds.
func TestTheSchemaRefuses(t *testing.T) {
	const good = `{duration: 1m, machines: {has: {cpus: 4}}, frameworks: {name: a, tasks: {size: {cpus: 1}, keep: 1}}}`
	require.Empty(t, valid(t, good))
	for _, x := range []struct{ from, to string }{
		{"duration: 1m, ", ""},
		{"duration: 1m", "durations: 1m, duration: 1m"},
		{"duration: 1m", "duration: 60"},
		{"duration: 1m", "duration: soon"},
		{"cpus: 4", "cpus: four"},
		{"has: {cpus: 4}", "has: [cpus]"},
		{"keep: 1", "keep: {}"},
		{"name: a, ", ""},
		{"keep: 1", "keep: 1, weight: 3"},
		{"keep: 1", "keep: 1, duration: {exponentials: 3s}"},
		{"keep: 1", "every: {log_normal: {median: 3s}}"},
	} {
		bad := strings.Replace(good, x.from, x.to, 1)
		require.NotEmpty(t, valid(t, bad), bad)
		_, err := Parse("test.yaml", []byte(bad))
		require.Error(t, err, bad)
	}
}
