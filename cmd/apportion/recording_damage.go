package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/apportion/apportion/journal"
)

// loss says what of a recording could not be replayed: nothing, if all was.
func loss(p *journal.Replay) string {
	if len(p.Damages) == 0 {
		return ""
	}
	var parts []string
	for _, err := range p.Damages {
		damage, ok := errors.AsType[*journal.DamageError](err)
		switch {
		case !ok:
			parts = append(parts, err.Error())
		case damage.Cut:
			parts = append(parts, fmt.Sprintf("cut off at offset %d of %s", damage.Offset, damage.File))
		default:
			parts = append(parts, fmt.Sprintf("damaged at offset %d of %s", damage.Offset, damage.File))
		}
	}
	text := strings.Join(parts, ", ")
	switch {
	case p.UncheckedCycles > 0:
		return text + fmt.Sprintf(", %d calls and at least %d cycles not checked", p.Unchecked, p.UncheckedCycles)
	case p.Unchecked > 0:
		return text + fmt.Sprintf(", %d calls not checked", p.Unchecked)
	}
	return text + ", no call behind it is known of"
}

// brokenOff is lossError where a damage kept a replay from the time that was asked for.
func brokenOff(p *journal.Replay) error {
	if p.BrokenOff {
		return lossError(p.Damages)
	}
	return nil
}

// lossError is errDamaged, or errCut where ends were cut off and nothing else is wrong, or nil.
func lossError(damages []error) error {
	var result error
	for _, err := range damages {
		if damage, ok := errors.AsType[*journal.DamageError](err); !ok || !damage.Cut {
			return errDamaged
		}
		result = errCut
	}
	return result
}

// tellIdentical says that what could be replayed was identical, and what could not.
func tellIdentical(identical string, p *journal.Replay) string {
	if lost := loss(p); lost != "" {
		return fmt.Sprintf("%s as far as it can be read: %d calls, %d cycles; %s\n", identical, p.Calls, p.Cycles, lost)
	}
	return fmt.Sprintf("%s: %d calls, %d cycles\n", identical, p.Calls, p.Cycles)
}
