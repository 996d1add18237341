// Package widths says how many bits counters have. With the tag small_counters they
// have so few that they run out every hundred calls instead of never, which a hunt
// is made under: what runs out has to be retired or refused, or begun anew. Limits of
// what an allocator knows at a time are small then, too (core's interning limits).
package widths
