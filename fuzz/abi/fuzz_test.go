package abi

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/internal/wire"
)

// FuzzDecode reads bytes as results: whatever they are, it ends, and takes no
// more memory than they are worth.
func FuzzDecode(f *testing.F) {
	f.Add([]byte{255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, content []byte) {
		in := wire.NewReader(content, 0)
		require.LessOrEqual(t, len(list(in, nil, readResource)), len(content))
	})
}
