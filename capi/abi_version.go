package main

// #include "apportion.h"
import "C"

// abiVersion is what this library implements. Options that were initialised by
// a header of a later version are refused.
const abiVersion = C.APPORTION_ABI_VERSION

//export apportion_abi_version
func apportion_abi_version() C.int32_t { return abiVersion }
