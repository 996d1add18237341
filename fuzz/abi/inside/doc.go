// Package inside calls the C library in the process that it is in itself: requests
// go to the runner's code (fuzz/abi/runner), as through its pipes, and from there
// through apportion.hpp to the library's functions. It is built with the tag
// apportion_hunt, as a part of the library (see capi/main_hunt.go). It imports nothing of the module,
// so that its C++ is compiled once for the hunters of all tags.
package inside
