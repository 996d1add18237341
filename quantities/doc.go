// Package quantities holds scalar amounts of named resources.
//
// An amount is an integer count of thousandths, a resource name is a small
// integer, and a bundle of amounts is a row indexed by name. Sums are therefore
// exact. The first names, which in most clusters are all, have a place of their own
// in each row, so that the rows of a whole cluster lie in one flat matrix; of the
// others a row lists what it holds.
//
// Nothing here is safe for concurrent use without a lock of the caller's.
package quantities
