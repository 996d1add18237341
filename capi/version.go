package main

import "C"

import "github.com/apportion/apportion"

//export apportion_version
func apportion_version(text *char, capacity size_t, size *size_t) int32_t {
	return enterProcess(func() error { return writeText(text, capacity, size, apportion.Release()) })
}
