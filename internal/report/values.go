package report

import (
	"encoding/json"
	"errors"
	"math"
)

// Values are numbers of which some may be missing: NaN, and null in JSON.
type Values []float64

// UnmarshalJSON reads numbers and nulls.
func (v *Values) UnmarshalJSON(content []byte) error {
	var list []*float64
	if err := json.Unmarshal(content, &list); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			wrong.Offset = unknown // it counts from the beginning of the values
		}
		return err
	}
	*v = make(Values, len(list))
	for i, value := range list {
		(*v)[i] = math.NaN()
		if value != nil {
			(*v)[i] = *value
		}
	}
	return nil
}
