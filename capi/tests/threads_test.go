package tests

import "testing"

// TestThreads runs under ThreadSanitizer, which sees the C++ side: what the
// library writes to and reads from is of one thread at a time.
func TestThreads(t *testing.T) {
	program(t, plain(t), "g++", "-std=c++17", "-g", "-O1", "-fsanitize=thread", "-pthread", "c/threads.cpp")
}
