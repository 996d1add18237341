package unpack

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"io"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is in proportion unpacks whole, and the rest does not.
func TestGzip(t *testing.T) {
	most := Most
	t.Cleanup(func() { Most = most })
	Most = 1 << 20
	noise := make([]byte, 3*Most/MostTimes) // which packs to no less
	_, err := rand.Read(noise)
	require.NoError(t, err)
	for name, c := range map[string]struct {
		noise  []byte
		zeros  int64
		refuse bool
	}{"short": {nil, Most, false}, "long": {nil, 2 * Most, true}, "long, of many bytes": {noise, 2 * Most, false}} {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		_, err := z.Write(c.noise)
		require.NoError(t, err)
		_, err = z.Write(make([]byte, c.zeros))
		require.NoError(t, err)
		require.NoError(t, z.Close())
		in, err := Gzip(&packed)
		require.NoError(t, err)
		n, err := io.Copy(io.Discard, in)
		if c.refuse {
			require.EqualError(t, err, "it unpacks to more than 1 MiB and 200 times its bytes", name)
		} else {
			require.NoError(t, err, name)
			require.Equal(t, int64(len(c.noise))+c.zeros, n, name)
		}
	}
	_, err = Gzip(bytes.NewReader([]byte("not gzipped")))
	require.ErrorIs(t, err, gzip.ErrHeader)
}
