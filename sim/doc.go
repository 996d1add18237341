// Package sim simulates a made-up cluster, for those who want to try a policy or a setting before
// they set it: machines, frameworks with their habits, and the master between them, on a simulated
// clock. The allocator is the real one.
//
// A [scenario.Scenario] says what there is and what happens; [Simulate] runs it with
// a seed and returns a [results.Run], data in which package results finds figures and
// what the scenario expects, and which package present shows.
//
// The same scenario and seed give the same run. Each task's size, duration and
// arrival are drawn from the seed, its framework's name and its number, so that runs
// under several policies have the same tasks, and can be compared in pairs.
package sim
