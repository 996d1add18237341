package main

import (
	"unsafe"

	"github.com/apportion/apportion/core/alloc"
)

// The core is passed resources, roles and kinds as they lie in the caller's memory. An array here
// that is not as long as the one it becomes does not compile. Memory between a resource's fields in Go,
// where the header has a reserved one, is unspecified.
func _() {
	var r apportion_resource
	_ = [unsafe.Sizeof(r)]byte([unsafe.Sizeof(alloc.Resource{})]byte{})
	_ = [unsafe.Offsetof(r.kind)]byte([unsafe.Offsetof(alloc.Resource{}.Kind)]byte{})
	_ = [unsafe.Offsetof(r.amount)]byte([unsafe.Offsetof(alloc.Resource{}.Amount)]byte{})
	_ = [unsafe.Offsetof(r.begin)]byte([unsafe.Offsetof(alloc.Resource{}.Begin)]byte{})
	_ = [unsafe.Offsetof(r.end)]byte([unsafe.Offsetof(alloc.Resource{}.End)]byte{})
	_ = [unsafe.Sizeof(apportion_role{})]byte([unsafe.Sizeof(alloc.RoleID(0))]byte{})
	_ = [unsafe.Sizeof(apportion_kind{})]byte([unsafe.Sizeof(alloc.KindID(0))]byte{})
}
