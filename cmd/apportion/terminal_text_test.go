package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"
)

// A name commands no terminal, in however many parts it is written.
func TestTextDoesNotCommandATerminal(t *testing.T) {
	for text, want := range map[string]string{
		"role \x1b]0;owned\x07\n":   "role ?]0;owned?\n",
		"a\tb\n":                    "a\tb\n",
		"right\rwrong\r\n":          "right?wrong?\n",
		"a\u202eb\u2066c\u202f":     "a‽b⁇c\u202f",
		"\u009b31m, \x7f, café ä €": "¿31m, ?, café ä €",
	} {
		var whole, parts bytes.Buffer
		n, err := (&terminalText{w: &whole}).Write([]byte(text))
		require.NoError(t, err)
		require.Equal(t, len(text), n)
		require.Equal(t, want, whole.String())
		byByte := &terminalText{w: &parts}
		for i := range len(text) {
			_, err := byByte.Write([]byte(text[i : i+1]))
			require.NoError(t, err)
		}
		require.Equal(t, want, parts.String())
	}
}
