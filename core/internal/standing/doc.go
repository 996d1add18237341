// Package standing says where roles and frameworks stand: what each deserves, asks for, and would fairly
// hold, beside what it holds. It reads the state and changes nothing.
//
// The words, for one resource at a time:
//
//   - Who asks: a framework in a role for which it is active and not suppressed, that refuses or excludes not
//     every agent, and of whose minimum the limits of the role, as a whole, and the total of some agent have
//     enough. It asks for all that there is, since no framework says how much it would take. Everybody
//     else asks for what they hold.
//   - A role asks for what its frameworks and the roles below ask for, up to its limit; limits do not
//     count what is revocable.
//   - Promised to a role is its guarantee, or what is reserved for it, or what is promised below it
//     together, whichever is the most. Kept is what of it nobody asks for: it is left idle for the role, so it
//     is in nobody's fair share. What is lent of it does not change that: who borrows has it beyond
//     the fair share, and it can be recalled.
//   - Deserved: from the top down, what a role deserves is divided by weight among all its children. Its own
//     frameworks together are one child of weight 1, as for who is asked first; each has the same weight.
//   - Fair: from the top down, what is fair for a role is divided by weight among its children, nobody getting
//     more than it asks for, or less than what is promised of that. So the surplus of who asks for less goes
//     on to the siblings by weight. If what is promised is more than there is, all get the same part of it.
//
// Each division is exact: of numbers of thousandths, rounded down, and what is left goes to the first by path of
// those that were rounded, a thousandth each. Weights count as whole steps, of which the heaviest sibling's
// have 38 binary digits: whole numbers up to 2^37 are as they are.
//
// A resource is divided for itself. DRF trades: who holds more of one resource than is fair may hold less of
// another one (docs/standing.md).
package standing
