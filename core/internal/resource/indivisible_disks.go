package resource

import "github.com/apportion/apportion/core/alloc"

// isIndivisible reports whether resources of a kind are offered, held and counted only as a whole: Mount and Block
// disks, Raw disks with an id, persistent volumes, and shared resources (addable and subtractable of Mesos's
// resources.cpp). Path disks, and Raw ones without an id, come in parts. Others read the flag Indivisible instead.
func isIndivisible(k *alloc.Kind) bool {
	d := k.Disk
	return k.Shared || d != nil && (d.Source == alloc.Mount || d.Source == alloc.Block || d.Source == alloc.Raw && d.ID != nil || d.Persistence != nil)
}
