package jsontext

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is written is JSON, however objects and arrays are nested, and empty ones among them.
func TestWhatIsWrittenIsJSON(t *testing.T) {
	var w Writer
	w.Open('{')
	w.Key("none").Open('[')
	w.Close(']')
	w.Key("numbers").Open('[')
	for _, x := range []string{"1", "2", "3"} {
		w.Element().Raw(x)
	}
	w.Close(']')
	w.Key("agents")
	Objects(&w, []string{"a", "b"}, func(name *string) {
		w.Key("name").Text(*name)
		w.Key("in").Open('{')
		w.Close('}')
	})
	w.Key("nobody")
	Objects(&w, nil, func(*string) {})
	w.Key("last").Raw("true")
	w.Close('}')
	require.Equal(t, `{"none":[],"numbers":[1,2,3],"agents":[{"name":"a","in":{}},{"name":"b","in":{}}],"nobody":[],"last":true}`, string(w.Buf))
	require.True(t, json.Valid(w.Buf))
}

// A text is read back as it was, whatever is in it, but for what is not UTF-8.
func TestTextsAreReadBackAsTheyWere(t *testing.T) {
	var ascii strings.Builder
	for c := range byte(0x80) {
		ascii.WriteByte(c)
	}
	for text, want := range map[string]string{
		"":                    "",
		ascii.String():        ascii.String(),
		"\u2028é日本\U0001f600": "\u2028é日本\U0001f600",
		"a\xffb\xc3":          "a\ufffdb\ufffd",
	} {
		var w Writer
		w.Text(text)
		var read string
		require.NoError(t, json.Unmarshal(w.Buf, &read), "%s", w.Buf)
		require.Equal(t, want, read)
	}
}

// A number is read back to the bit. JSON has no infinite ones: the largest stands for them.
func TestNumbersAreReadBackToTheBit(t *testing.T) {
	for _, x := range []float64{0, 1, -2.5, 0.1, 1.0 / 3, 1e300, math.SmallestNonzeroFloat64, math.MaxFloat64} {
		var read float64
		require.NoError(t, json.Unmarshal([]byte(Float(x)), &read))
		require.Equal(t, x, read)
	}
	require.Equal(t, Float(math.MaxFloat64), Float(math.Inf(1)))
	require.Equal(t, Float(-math.MaxFloat64), Float(math.Inf(-1)))
	require.Equal(t, "0.1", Float(0.1))
}
