package report

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func texts(s scale) []string {
	var list []string
	for _, t := range s.ticks() {
		list = append(list, t.text)
	}
	return list
}

func TestVertical(t *testing.T) {
	for _, test := range []struct {
		name      string
		axis      Axis
		low, high float64
		whole     bool
		want      []string
	}{
		{"from 0 to the tick above", Axis{}, 3.3, 9.3, false, []string{"0", "2", "4", "6", "8", "10"}},
		{"digits as the step needs them", Axis{}, 0.1, 0.9, false, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{"whole numbers have whole ticks", Axis{}, 0, 2, true, []string{"0", "1", "2"}},
		{"below 0", Axis{}, -5, 5, false, []string{"-6", "-4", "-2", "0", "2", "4", "6"}},
		{"ends where it is told", Axis{Max: 100}, 1, 20, false, []string{"0", "20", "40", "60", "80", "100"}},
		{"thousands", Axis{}, 0, 50_000, true, []string{"0", "10,000", "20,000", "30,000", "40,000", "50,000"}},
		{"times", Axis{Unit: Nanos}, 0, 2.9e6, false, []string{"0", "500 us", "1 ms", "1.5 ms", "2 ms", "2.5 ms", "3 ms"}},
		{"nothing but 0", Axis{}, 0, 0, false, []string{"0", "0.2", "0.4", "0.6", "0.8", "1.0"}},
		{"decades", Axis{Log: true, Unit: Nanos}, 999, 1e6 + 1, false, []string{"100 ns", "1 us", "10 us", "100 us", "1 ms", "10 ms"}},
		{"whole decades are enough", Axis{Log: true}, 1000, 100_000, false, []string{"1,000", "10,000", "100,000"}},
		{"one decade at least", Axis{Log: true}, 10, 10, false, []string{"10", "100"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, test.want, texts(vertical(&test.axis, test.low, test.high, test.whole)))
		})
	}
}

func TestVerticalEndsBetweenTicks(t *testing.T) {
	s := vertical(&Axis{Max: 95}, 0, 200, true)
	require.Equal(t, 95.0, s.to)
	require.Equal(t, []string{"0", "20", "40", "60", "80"}, texts(s))
}

func TestHorizontal(t *testing.T) {
	s := horizontal(&Axis{}, 1, 30, true)
	require.Equal(t, []float64{1, 30}, []float64{s.from, s.to}, "it begins and ends where the values do")
	require.Equal(t, []string{"5", "10", "15", "20", "25", "30"}, texts(s))
	require.Equal(t, []string{"1", "2", "3"}, texts(horizontal(&Axis{}, 1, 3, true)))
	require.Equal(t, []string{"7"}, texts(horizontal(&Axis{}, 7, 7, true)), "a single value is in the middle")
}

func TestTimesAreThoseOfAClock(t *testing.T) {
	time := &Axis{Unit: Seconds}
	for _, test := range []struct {
		to   float64
		want []string
	}{
		{100, []string{"0", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100"}},
		{150, []string{"0", "15 s", "30 s", "45 s", "1 min", "1 min 15 s", "1 min 30 s", "1 min 45 s", "2 min", "2 min 15 s", "2 min 30 s"}},
		{1200, []string{"0", "2 min", "4 min", "6 min", "8 min", "10 min", "12 min", "14 min", "16 min", "18 min", "20 min"}},
		{4 * hour, []string{"0", "30 min", "1 h", "1 h 30 min", "2 h", "2 h 30 min", "3 h", "3 h 30 min", "4 h"}},
		{3 * day, []string{"0", "12 h", "1 d", "1 d 12 h", "2 d", "2 d 12 h", "3 d"}},
		{30 * day, []string{"0", "5 d", "10 d", "15 d", "20 d", "25 d", "30 d"}},
	} {
		require.Equal(t, test.want, texts(horizontal(time, 0, test.to, true)))
	}
	require.Equal(t, "20 min 5 s", time.text(1205.3))
	require.Equal(t, "1 h", time.text(3601))
	require.Equal(t, "99 s", time.text(99))
}

// Texts of ticks do not touch, however narrow the plot is.
func TestTicksHaveRoom(t *testing.T) {
	for _, test := range []struct {
		to, pixels float64
		unit       string
		want       []string
	}{
		{2 * hour, 560, Seconds, []string{"0", "30 min", "1 h", "1 h 30 min", "2 h"}},
		{2 * hour, 1000, Seconds, []string{"0", "15 min", "30 min", "45 min", "1 h", "1 h 15 min", "1 h 30 min", "1 h 45 min", "2 h"}},
		{2 * hour, 250, Seconds, []string{"0", "1 h", "2 h"}},
		{2 * hour, 10, Seconds, []string{"0", "2 h"}},
		{50_000, 600, "", []string{"0", "5,000", "10,000", "15,000", "20,000", "25,000", "30,000", "35,000", "40,000", "45,000", "50,000"}},
		{50_000, 450, "", []string{"0", "10,000", "20,000", "30,000", "40,000", "50,000"}},
	} {
		s := horizontal(&Axis{Unit: test.unit}, 0, test.to, true)
		s.makeRoom(test.pixels)
		require.Equal(t, test.want, texts(s))
	}
	s := horizontal(&Axis{Log: true}, 1, 1e9, false)
	s.makeRoom(10)
	require.Len(t, s.ticks(), 10, "decades stay")
}

func TestVerticalBeginsWhereItIsTold(t *testing.T) {
	require.Equal(t, []string{"0.80", "0.85", "0.90", "0.95", "1.00"}, texts(vertical(&Axis{Min: 0.8, Max: 1}, 0.83, 0.99, false)))
	require.Equal(t, 0.5, vertical(&Axis{Min: 0.8, Max: 1}, 0.5, 0.99, false).from, "values below it are seen")
}

func TestPart(t *testing.T) {
	linear := vertical(&Axis{}, 0, 10, true)
	require.InDelta(t, 0.25, linear.part(2.5), 1e-12)
	logarithmic := vertical(&Axis{Log: true}, 1, 100, true)
	require.InDelta(t, 0.5, logarithmic.part(10), 1e-12)
}
