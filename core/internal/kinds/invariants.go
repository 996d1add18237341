package kinds

import (
	"fmt"

	"github.com/apportion/apportion/core/internal/assert"
	"github.com/apportion/apportion/core/internal/resource"
)

// ValidateBag checks the invariants of a bag, and that its amounts are at most
// quantities.MaxSum each.
func (t *Kinds) ValidateBag(b *resource.Bag) error {
	for _, c := range b.Counts {
		if c.N > MostOf(t.Get(c.Item())) {
			return assert.Broken("Bag", 1, "item %d, count %d", c.Item(), c.N)
		}
	}
	return b.Validate(&t.Kinds)
}

// Validate checks the invariants of resource.Kinds and resource.SetItems. refs counts all
// references but those of items to their kinds.
func (t *Kinds) Validate(refs *resource.References) error {
	if err := t.Kinds.Validate(refs.Items); err != nil {
		return fmt.Errorf("kinds: %w", err)
	}
	if err := t.SetItems.Validate(refs.SetItems); err != nil {
		return fmt.Errorf("kinds: %w", err)
	}
	return nil
}
