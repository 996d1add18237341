// Package quantities holds scalar amounts of named resources.
//
// An amount is an integer count of thousandths, a resource name is a small
// integer, and a bundle of amounts is a dense row indexed by name. Sums are
// therefore exact, and the rows of a whole cluster lie in one flat matrix.
//
// Nothing here is safe for concurrent use without a lock of the caller's.
package quantities
