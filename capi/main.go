package main

// main is never called; building a C library requires it.
func main() {}
