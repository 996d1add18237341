// Package standing says where roles and frameworks stand: what each deserves, asks for, and would fairly
// hold, beside what it holds. It reads the state and changes nothing.
//
// The words, for one resource at a time:
//
//   - Who asks: a framework in a role in which it is active and not suppressed, unless it refuses or excludes every
//     agent, or its minimum is more than any agent's total, or than the limits of the role as a whole (which do not
//     bind who takes revocable resources). It asks for all that there is, since no framework says how much it would
//     take. All others ask for what they hold.
//   - A role asks for what its frameworks and the roles below ask for, up to its limit; limits do not
//     count what is revocable.
//   - Promised to a role is the largest of three: its guarantee, what is reserved for it, and what is promised to
//     the roles below it together. Kept is the part of that which nobody asks for: it is left idle for the role,
//     and so it is in nobody's fair share. Lending it does not change that: a borrower has it beyond the fair
//     share, and it can be recalled.
//   - Deserved: from the top down, what a role deserves is divided by weight among all its children. Its own
//     frameworks together are one child of weight 1, as in the order in which roles are asked. Each of them has the
//     same weight.
//   - Fair: from the top down, what is fair for a role is divided by weight among its children. No child gets more
//     than it asks for, or less than the part of its asks that is promised to it. So what a child does not ask for
//     goes to its siblings by weight. If more is promised than there is, all get the same part of it.
//
// Each division is exact: it divides whole thousandths and rounds down. What is left goes to the first by path of
// those that were rounded, a thousandth each. Weights count as whole steps, and that of the heaviest sibling has 38
// binary digits: whole numbers up to 2^37 are as they are.
//
// Each resource is divided by itself. DRF trades: a role that holds more of one resource than is fair may hold less
// of another one (docs/standing.md).
package standing
