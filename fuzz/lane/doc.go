// Package lane carries tapes out at the pace of an allocator: what costs as little
// as a call is asked after every one, what costs more at drawn moments and at the
// end. A tape that ends in a difference is played again with everything asked after
// every call.
package lane
