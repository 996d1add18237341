package explanations

import (
	"strconv"

	"github.com/apportion/apportion/core"
	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/fuzz/model"
	"github.com/apportion/apportion/internal/must"
)

// compareStandings holds where roles and frameworks stand to what the model divides. Who asks is the core's word.
func compareStandings(a *core.Allocator, m *model.Model) {
	if !m.AccountsAgree() {
		return
	}
	s := a.Standings()
	got := map[[2]string]*alloc.Standing{}
	for i := range s.Roles {
		got[[2]string{must.Get(a.RoleName(s.Roles[i].Role)), ""}] = &s.Roles[i].Standing
	}
	for i := range s.Frameworks {
		f := &s.Frameworks[i]
		got[[2]string{must.Get(a.RoleName(s.Roles[f.Role].Role)), must.Get(a.FrameworkName(f.Framework))}] = &f.Standing
	}
	asks := func(framework, role string) bool {
		x := got[[2]string{role, framework}]
		return x != nil && x.IsAsking
	}
	for k, name := range s.Names {
		resource := must.Get(a.ResourceName(name))
		want := m.Standings(resource, asks)
		if len(want) != len(got) {
			must.Fail("%d roles and frameworks stand somewhere, after the model %d", len(got), len(want))
		}
		for who, x := range got {
			text := func(v alloc.Amount) string { return strconv.FormatInt(int64(v), 10) }
			f := x.Figures[k]
			is := model.Standing{Deserved: text(f.Deserved), Asks: text(f.Asks), Fair: text(f.Fair), Holds: text(f.Holds), Kept: text(f.Kept)}
			if is != want[who] {
				must.Fail("framework %q in role %q stands at %+v in %s, after the model at %+v", who[1], who[0], is, resource, want[who])
			}
		}
	}
}
