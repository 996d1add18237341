package sorter_test

import (
	"fmt"

	"github.com/apportion/apportion/quantities"
	"github.com/apportion/apportion/sorter"
	"github.com/apportion/apportion/sorter/policy"
)

// Two frameworks share 9 cpus and 18 GB: the example of the paper on dominant resource fairness. A
// task of a takes 1 cpu and 4 GB, one of b 3 cpus and 1 GB.
func Example() {
	free := quantities.NewRow(9000, 18000)
	s, err := sorter.New([]string{"cpus", "mem"}, sorter.Options{})
	if err != nil {
		panic(err)
	}
	s.ChangeTotal(quantities.Row{}, free)
	tasks := map[string]quantities.Row{"a": quantities.NewRow(1000, 4000), "b": quantities.NewRow(3000, 1000)}
	for client := range tasks {
		s.Add(client)
	}
	for {
		next := s.Sort(nil)[0]
		if task := tasks[next]; free.At(0) < task.At(0) || free.At(1) < task.At(1) {
			break
		}
		s.Allocated(next, tasks[next])
		free.Sub(tasks[next])
	}
	fmt.Printf("a has %v cpus, share %.2f\n", s.Allocation("a").At(0), s.Share("a"))
	fmt.Printf("b has %v cpus, share %.2f\n", s.Allocation("b").At(0), s.Share("b"))
	// Output:
	// a has 3 cpus, share 0.67
	// b has 6 cpus, share 0.67
}

// fifo serves whoever has asked the longest, until it wants no more.
type fifo struct{}

func (fifo) Key(u policy.Usage) (first, second float64) {
	return float64(u.AskingSince()), float64(u.Since())
}

func (fifo) Timed() {}

// lifetime serves those first who have had the least since they came, in the mean.
type lifetime struct{}

func (lifetime) Key(u policy.Usage) (first, second float64) {
	return u.MeanDominantShare() / u.Weight(), u.DominantShare() / u.Weight()
}

func (lifetime) Timed() {}

// Policies of one's own look at time. Who comes back stands in line anew; who has had much for long
// comes last for long.
func Example_timed() {
	own := []policy.Definition{
		{Name: "fifo", Make: func(policy.Parameters) (policy.Ordering, error) { return fifo{}, nil }},
		{Name: "lifetime", Make: func(policy.Parameters) (policy.Ordering, error) { return lifetime{}, nil }},
	}
	for _, d := range own {
		s, err := sorter.New([]string{"cpus"}, sorter.Options{Policy: policy.Policy(d.Name), Policies: own})
		if err != nil {
			panic(err)
		}
		s.ChangeTotal(quantities.Row{}, quantities.NewRow(10_000))
		for i, path := range []string{"z", "y", "x"} {
			s.SetNow(int64(i) * 60e9)
			s.Add(path)
		}
		s.Allocated("z", quantities.NewRow(6000))
		s.Allocated("y", quantities.NewRow(1000))
		fmt.Println(d.Name, s.Sort(nil))
		s.SetNow(600e9)
		s.Unallocated("z", quantities.NewRow(6000))
		s.Deactivate("z")
		s.SetNow(660e9)
		s.Activate("z")
		fmt.Println(d.Name, s.Sort(nil))
	}
	// Output:
	// fifo [z y x]
	// fifo [y x z]
	// lifetime [x y z]
	// lifetime [x y z]
}
