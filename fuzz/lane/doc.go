// Package lane plays tapes on several allocators at once. It asks what is cheap after every
// call, and the rest at drawn moments and in the end. A tape that ends in a difference is
// played again with everything asked after every call.
package lane
