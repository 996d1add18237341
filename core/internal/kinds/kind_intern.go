package kinds

import (
	"slices"

	"github.com/apportion/apportion/core/internal/api"
)

func (t *textCopies) copy(s string) string {
	start := t.Len()
	t.WriteString(s)
	return t.String()[start:]
}

func (t *textCopies) copyOptional(s *string) *string {
	if s == nil {
		return nil
	}
	c := t.copy(*s)
	return &c
}

func (t *textCopies) copyLabels(labels []api.Label) []api.Label {
	out := slices.Clone(labels)
	for i := range out {
		out[i].Key = t.copy(out[i].Key)
		out[i].Value = t.copyOptional(out[i].Value)
	}
	return out
}
