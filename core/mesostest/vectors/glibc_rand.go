//go:build mesos_vectors

package vectors

import "github.com/apportion/apportion/core/internal/resource"

// glibcRand is the C library's rand() on Linux, an additive feedback generator: x[i] =
// x[i-3] + x[i-31]. The C++ library shuffles with it. Mesos never seeds it: its seed is 1.
type glibcRand struct {
	state [31]int32
	next  int
}

func newGlibcRand(seed int32) glibcRand {
	const (
		multiplier = 16807
		modulus    = 1<<31 - 1
		discarded  = 310
	)
	var r glibcRand
	r.state[0] = seed
	for i := 1; i < len(r.state); i++ {
		x := multiplier * int64(r.state[i-1]) % modulus
		if x < 0 {
			x += modulus
		}
		r.state[i] = int32(x)
	}
	r.next = 3 // the first sum is of x[0] and x[28]
	for range discarded {
		r.draw()
	}
	return r
}

// draw returns the next number, 31 bits.
func (r *glibcRand) draw() int {
	n := len(r.state)
	r.state[r.next%n] += r.state[(r.next+n-3)%n]
	x := uint32(r.state[r.next%n]) >> 1
	r.next = (r.next + 1) % n
	return int(x)
}

// shuffle permutes s as the C++ library's random_shuffle does.
func (r *glibcRand) shuffle(s []resource.Count) {
	for i := 1; i < len(s); i++ {
		j := r.draw() % (i + 1)
		s[i], s[j] = s[j], s[i]
	}
}
