//go:build !apportion_testhooks

package main

func planted(int32) bool { return false }
