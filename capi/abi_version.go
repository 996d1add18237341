package main

import "C"

// abiVersion is what this library implements. Options that were initialised by
// a header of a later version are refused.
const abiVersion = APPORTION_ABI_VERSION

//export apportion_abi_version
func apportion_abi_version() int32_t { return abiVersion }
