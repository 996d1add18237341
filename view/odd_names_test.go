package view

import (
	"net/url"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"

	"github.com/apportion/apportion/core/alloc"
)

// TestOddNamesAreText: names that mean something to HTML or JavaScript are shown as what they are.
func TestOddNamesAreText(t *testing.T) {
	x := newTab(t)
	s := newScene(t, 1)
	var total []alloc.Resource
	for _, name := range []string{"constructor", "__proto__"} {
		total = append(total, alloc.ScalarOf(must(s.a.InternKind(alloc.Kind{Name: name})), 7*alloc.Unit))
	}
	const odd = `<img src=x onerror=document.title="run">`
	role := must(s.a.InternRole("<script>__proto__"))
	must(s.a.AddAgent(alloc.AgentInfo{ID: odd, Total: total, Used: []alloc.Usage{{Framework: odd, Role: role, Resources: total}}}))
	must(s.a.AddFramework(alloc.FrameworkInfo{ID: odd, Roles: []alloc.RoleID{role}, Capabilities: alloc.MultiRole}))
	s.now = s.now.Add(time.Minute)
	s.a.Advance(s.now)
	s.look()
	x.serve(s)
	x.until(`document.querySelector(".framework-row")`)
	require.Equal(t, []string{"constructor", "__proto__"}, eval[[]string](x, `[...document.querySelectorAll(".resource .top b")].map((e) => e.textContent).slice(-2)`))
	show := func(hash string) string {
		eval[bool](x, "(location.hash = `"+hash+"`, true)")
		x.until(`document.querySelector("#panel-body h3")`)
		return x.text("#panel-body")
	}
	require.Contains(t, show("#agent="+url.PathEscape(odd)), "7 constructor")
	require.Contains(t, x.text("#panel-body"), "7 __proto__")
	x.keys(kb.Escape)
	text := show("#role=" + url.PathEscape("<script>__proto__"))
	require.Contains(t, text, "7 __proto__")
	stands := eval[[]string](x, `[...[...document.querySelectorAll("#panel-body h3")].find((h) => h.textContent === "Where it stands")
		.nextElementSibling.querySelectorAll("tbody tr")].map((row) => [...row.children].map((cell) => cell.textContent).join("|"))`)
	require.Subset(t, stands, []string{"constructor|0.778 constructor|0.875 constructor|7 constructor", "__proto__|0.778 __proto__|0.875 __proto__|7 __proto__"}, "deserved, fair, holds")
	require.NotContains(t, text, "NaN")
	require.NotContains(t, text, "native code")
	require.Zero(t, eval[float64](x, `document.querySelectorAll("body img, body script").length`))
	require.NotEqual(t, "run", eval[string](x, "document.title"))
	x.fine()
}
