// Package sim simulates a cluster that is made up, for whoever tries a policy or a setting before it
// is set: machines, frameworks and their habits, and the master between them, under the allocator
// itself, on a simulated clock.
//
// A [scenario.Scenario] says what there is and what happens; [Simulate] runs it with
// a seed and returns a [results.Run], data in which package results finds figures and
// what the scenario expects, and which package present shows.
//
// The same scenario and seed give the same run. Each task's size, duration and
// arrival are drawn from the seed, its framework's name and its number, so that runs
// under several policies have the same tasks, and can be compared in pairs.
package sim
