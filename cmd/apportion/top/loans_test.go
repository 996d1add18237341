package top

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// newLendingWorld returns the world after web has lent 4 cpus to "keeps" in db, and asked for
// them in vain.
func newLendingWorld(t *testing.T) *world {
	w := newWorldWith(t, 0)
	revocable, err := w.InternKind(alloc.Kind{Name: "cpus", Revocable: true})
	require.NoError(t, err)
	require.NoError(t, w.SetLending(alloc.Lending{Role: w.web, Guarantee: true, Most: []alloc.Resource{alloc.ScalarOf(revocable, 9*alloc.Unit)}}))
	for _, name := range []string{"storage", escape} {
		f, ok := w.FindFramework(name)
		require.True(t, ok)
		require.NoError(t, w.SuppressOffers(f, nil))
	}
	for cycle, f := range []alloc.FrameworkInfo{
		{ID: "keeps", Roles: []alloc.RoleID{w.db}, Capabilities: alloc.MultiRole | alloc.RevocableResources}, {},
		{ID: "lender", Roles: []alloc.RoleID{w.web}, Capabilities: alloc.MultiRole}, {},
	} {
		if f.ID != "" {
			_, err := w.AddFramework(f)
			require.NoError(t, err)
		}
		w.Advance(alloc.Time(cycle) * alloc.Time(time.Second))
		w.RequestAllocation()
		var c alloc.Cycle
		w.Allocate(w.Now(), &c)
	}
	return w
}

const onceWithLoans = `apportion top  world  00:00:03
2 agents  4 frameworks  3 roles  4 cycles  3 offers
cpus   [===============+++++++++++++++] 100.0 % of 16 cpus: 8 used, 0 free, 8 offered, 4 lent
memory [=========+++++++++++++++++++++] 100.0 % of 128 GiB: 40 GiB used, 0 free, 88 GiB offered
starved           1  web 37.5 % (has 12.5 % of 50.0 %)
over              1  db 37.5 % (has 87.5 % of 50.0 %)
idle guarantee    0  nobody
lends             1  web 4 cpus
overdue           1  db 4 cpus

3 roles by cpus, sorted by distance
ROLE          SHARE      FAIR  0 - 100.0 %                       WEIGHT  STANDING
  db         87.5 %    50.0 %  [==============|====-------    ]       1  over 37.5 %, overdue 4 cpus, borrowed 4 cpus
- web        12.5 %    50.0 %  [====~~~~~~:...|       ]       ]       1  starved 37.5 %, lends 4 cpus
    shop     12.5 %    12.5 %  [===|                          ]       1

4 frameworks by cpus, sorted by distance
FRAMEWORK  ROLE          SHARE      FAIR     OFFERS   FILTERED   FILTERS  UNANSWERED    LAST OFFER  STATE
keeps      db           68.8 %    25.0 %          3          0         0      68.8 %       2 s ago  owes 4 cpus, asks, over 43.8 %
lender     web             0 %    43.8 %          0          0         0         0 %         never  asks, starved 43.8 %
storage    db           37.5 %    25.0 %          0          0         0         0 %         never  suppressed, over 12.5 %
esc�ape    web/shop     12.5 %    12.5 %          0          0         0         0 %         never  suppressed
`

// TestLoansAreShown: who lends, who has borrowed, and who owes.
func TestLoansAreShown(t *testing.T) {
	w := newLendingWorld(t)
	var out strings.Builder
	require.NoError(t, Once(&out, w.source(), Options{Name: "world", By: "cpus"}))
	require.Equal(t, onceWithLoans, out.String())

	text := w.document(Options{})
	type amounts map[string]float64
	var document struct {
		Resources map[string]amounts
		Roles     []struct {
			Role                              string
			Lent, Borrowed, Recalled, Overdue amounts
		}
		Frameworks []struct {
			Framework string
			Overdue   amounts
		}
	}
	require.NoError(t, json.Unmarshal([]byte(text), &document))
	for _, r := range document.Roles {
		switch r.Role {
		case "web":
			require.Equal(t, []amounts{{"cpus": 4}, {}, {}, {}}, []amounts{r.Lent, r.Borrowed, r.Recalled, r.Overdue})
		case "db":
			require.Equal(t, []amounts{{}, {"cpus": 4}, {"cpus": 4}, {"cpus": 4}}, []amounts{r.Lent, r.Borrowed, r.Recalled, r.Overdue})
		}
	}
	for _, f := range document.Frameworks {
		require.Equal(t, f.Framework == "keeps", len(f.Overdue) > 0, f.Framework)
	}
	require.Equal(t, 4.0, document.Resources["cpus"]["overdue"])
	require.Zero(t, document.Resources["mem"]["lent"])
}

// TestATerminalShowsLoans: the lines above the list, the list's own, and explanations.
func TestATerminalShowsLoans(t *testing.T) {
	w := newLendingWorld(t)
	x := newTerminal(t, 140, 40)
	ended := make(chan error, 1)
	go func() {
		ended <- Run(context.Background(), x.slave, x.slave, w.source(), Options{Name: "world"})
	}()
	x.until("lends 4 cpus")
	x.until("overdue 4 cpus, borro")
	x.types("l")
	x.until("sorted by lent")
	x.types("\tb")
	x.until("sorted by overdue")
	x.until("owes 4 cpus, asks")
	x.types("\r")
	x.until("owes 4 cpus, and is lent nothing until it has given it back")
	x.types("qq")
	require.NoError(t, <-ended)
}
