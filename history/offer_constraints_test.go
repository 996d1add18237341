package history_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/history"
)

func TestAGroupAdmitsWhereAllConditionsHold(t *testing.T) {
	attributes := map[string]string{"rack": "1", "zone": ""}
	for _, x := range []struct {
		admits bool
		group  history.Group
	}{
		{true, nil},
		{true, history.Group{{Attribute: "rack", Test: history.Equals, Value: "1"}}},
		{false, history.Group{{Attribute: "rack", Test: history.Equals, Value: "2"}}},
		{true, history.Group{{Attribute: "zone", Test: history.Equals}}},
		{false, history.Group{{Attribute: "room", Test: history.Equals}}},
		{false, history.Group{{Attribute: "rack", Test: history.NotEquals, Value: "1"}}},
		{true, history.Group{{Attribute: "rack", Test: history.NotEquals, Value: "2"}}},
		{true, history.Group{{Attribute: "room", Test: history.NotEquals}}},
		{true, history.Group{{Attribute: "zone", Test: history.Exists}}},
		{false, history.Group{{Attribute: "room", Test: history.Exists}}},
		{false, history.Group{{Attribute: "zone", Test: history.NotExists}}},
		{true, history.Group{{Attribute: "room", Test: history.NotExists}}},
		{false, history.Group{{Attribute: "rack", Test: history.Exists}, {Attribute: "zone", Test: history.NotExists}}},
	} {
		require.Equal(t, x.admits, x.group.Admits(attributes), "%v", x.group)
	}
}
