package main

import (
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/internal/rows"
	"github.com/apportion/apportion/internal/similar"
	"github.com/apportion/apportion/quantities"
)

// The header's limits are those of whoever holds to them, else this does not compile;
// constants_generated.go has the other numbers.
func _() {
	_ = [1]struct{}{}[APPORTION_MAX_QUANTITIES-rows.MaxNames]
	_ = [1]struct{}{}[APPORTION_MAX_AMOUNT-quantities.MaxSum]
	_ = [1]struct{}{}[APPORTION_MAX_ID-alloc.MaxIDLength]
	_ = [1]struct{}{}[APPORTION_MAX_ROLE_DEPTH-alloc.MaxRoleDepth]
	_ = [1]struct{}{}[APPORTION_MAX_ROLES-alloc.MaxRoles]
	_ = [1]struct{}{}[APPORTION_MAX_KINDS-alloc.MaxKinds]
	_ = [1]struct{}{}[APPORTION_MAX_SIMILAR-similar.Most]
}
