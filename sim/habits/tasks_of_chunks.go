package habits

import (
	"cmp"
	"maps"
	"slices"

	"github.com/apportion/apportion/core/alloc"
)

// mostOfChunk bounds the tasks that a chunk is cut into: otherwise a thousandth of a cpu that once came
// back would cut a thousand cpus into a million tasks.
const mostOfChunk = 1000

// tasksOf takes a framework's chunks apart. What is left of a chunk is cut into at most mostOfChunk
// tasks of one size: the most frequent size of tasks that have ended, of which it is a multiple. If
// there is no such size, it is one task.
func tasksOf(list []*chunk) []task {
	var tasks []task
	seen := map[amounts]int{}
	for _, c := range list {
		for _, e := range c.ends {
			seen[e.size]++
			tasks = append(tasks, task{e.size, c.start, e.at, never, c.seen, c})
		}
	}
	sizes := bySeen(seen)
	for _, c := range list {
		if c.left.IsEmpty() {
			continue
		}
		size, n := c.left, 1
		for _, s := range sizes {
			if k := c.left.Fits(&s, mostOfChunk); k > 0 && multiple(&s, k) == c.left {
				size, n = s, k
				break
			}
		}
		for range n {
			tasks = append(tasks, task{size, c.start, never, c.gone, c.seen, c})
		}
	}
	slices.SortStableFunc(tasks, func(a, b task) int { return cmp.Compare(a.start, b.start) })
	return tasks
}

func multiple(size *amounts, n int) (sum amounts) {
	for i := range size {
		sum[i] = size[i] * alloc.Amount(n)
	}
	return sum
}

// bySeen are the sizes, the most frequent first.
func bySeen(seen map[amounts]int) []amounts {
	return slices.SortedFunc(maps.Keys(seen), func(a, b amounts) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), slices.Compare(b[:], a[:]))
	})
}
