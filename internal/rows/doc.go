// Package rows has what the allocator and its sorters need of quantities besides: names that are
// forgotten and numbered, rows that outlive names, sums beyond what an amount may be, and many rows
// side by side.
package rows
