package core

import "github.com/apportion/apportion/quantities"

// nameSet is a set of resource names as bits. The last one stands for all names
// that have none of their own.
type nameSet uint64

const (
	sharedName = 63
	allNames   = ^nameSet(0)
)

func nameBit(n quantities.Name) nameSet { return 1 << min(n, sharedName) }
