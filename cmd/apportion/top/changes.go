package top

import (
	"encoding/json"
	"fmt"
	"slices"
)

// changesQuestion asks for the latest changes, and for as little of the last hours as may be.
const changesQuestion = "history?points=2"

// changes lists what was changed of settings, agents and loans, the latest first.
func (m *model) changes(answer []byte, columns int) ([]line, error) {
	var x struct{ Events []json.RawMessage }
	if err := json.Unmarshal(answer, &x); err != nil {
		return nil, fmt.Errorf("this is no history: %w", err)
	}
	p := paper{columns: columns}
	for _, event := range slices.Backward(x.Events) {
		var number, at float64
		var what string
		if err := unpack(event, &number, &at, &what); err != nil {
			return nil, fmt.Errorf("this is no change: %w", err)
		}
		p.say(m.moment(at) + "  " + clean(what))
	}
	if len(x.Events) == 0 {
		p.say("Nothing has changed since somebody looked first.")
	}
	return p.lines, nil
}
