package explain

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/core/internal/jsontext"
)

// Version is the version of the JSON, a member of each of its objects. It changes if a member is
// renamed or comes to mean something else, and not if a member is added.
const Version = 1

// beginExplanation begins an object: which version it has, of whom it is (of nobody in particular, if that is empty),
// and when.
func beginExplanation(now alloc.Time, subject Party) *explanationWriter {
	w := &explanationWriter{now: now, subject: subject}
	w.Open('{')
	w.Key("version").Raw(strconv.Itoa(Version))
	w.party(subject)
	w.Key("now_ns").Raw(strconv.FormatInt(int64(now), 10))
	return w
}

// MarshalJSON returns the explanation as an object: framework, role, agents,
// reasons, order, history, verdict and more (docs/explain.md).
func (e *Explanation) MarshalJSON() ([]byte, error) {
	w := e.begin()
	w.order(&e.Order)
	w.history(&e.History)
	w.bounds(e.Borrowing)
	return w.end(e.Sentence(), &e.Verdict)
}

// MarshalJSON returns the explanation as an object: framework, role, agent, reasons,
// order, verdict and more (docs/explain.md).
func (e *AgentExplanation) MarshalJSON() ([]byte, error) {
	w := beginExplanation(e.Now, e.Subject)
	w.Key("agent").Text(e.Name)
	objects(w, "reasons", e.Reasons, w.reason)
	w.order(&e.Order)
	return w.end(e.Sentence(), &e.Verdict)
}

// MarshalJSON returns the explanation as an object: role, agents, reasons, limits,
// guarantees, order, frameworks, verdict and more (docs/explain.md).
func (e *RoleExplanation) MarshalJSON() ([]byte, error) {
	w := e.begin()
	w.limits(e.Limits)
	w.guarantees(e.Guarantees)
	w.bounds(e.Borrowing)
	w.order(&e.Order)
	objects(w, "frameworks", e.Frameworks, func(f *RoleFramework) {
		w.party(f.Party)
		w.Key("active").Raw(strconv.FormatBool(f.Active))
		w.Key("suppressed").Raw(strconv.FormatBool(f.Suppressed))
		w.Key("filters").Raw(strconv.Itoa(f.Filters))
		w.Key("standing")
		w.standing(&f.Standing)
		w.history(&f.History)
	})
	w.number("hidden_frameworks", e.HiddenFrameworks)
	if e.NoneSubscribed {
		w.Key("none_subscribed").Raw("true")
	}
	if len(e.Below) > 0 {
		objects(w, "below", e.Below, func(b *RoleBelow) {
			w.party(b.Party)
			w.number("frameworks", b.Frameworks)
		})
		w.number("more_below", e.MoreBelow)
	}
	return w.end(e.Sentence(), &e.Verdict)
}

// explanationWriter writes the parts of explanations.
type explanationWriter struct {
	jsontext.Writer
	now     alloc.Time
	subject Party
}

// objects writes a list of objects; members writes the members of one element.
func objects[T any](w *explanationWriter, key string, list []T, members func(*T)) {
	jsontext.Objects(w.Key(key), list, members)
}

// party writes who somebody is as members of the object that is open.
func (w *explanationWriter) party(p Party) {
	if p.Framework != 0 || p.FrameworkName != "" {
		w.Key("framework").Text(p.FrameworkName)
	}
	if p.RoleName != "" {
		w.Key("role").Text(p.RoleName)
	}
	w.number("hidden", p.Hidden)
}

// somebody writes who somebody is as an object.
func (w *explanationWriter) somebody(key string, p Party) {
	w.Key(key).Open('{')
	w.party(p)
	w.Close('}')
}

// number writes a number that is not 0.
func (w *explanationWriter) number(key string, n int) {
	if n != 0 {
		w.Key(key).Raw(strconv.Itoa(n))
	}
}

func (w *explanationWriter) text(key, s string) {
	if s != "" {
		w.Key(key).Text(s)
	}
}

func (w *explanationWriter) time(key string, t *alloc.Time) {
	if t != nil {
		w.Key(key).Raw(strconv.FormatInt(int64(*t), 10))
	}
}

func (w *explanationWriter) amounts(key string, list alloc.Amounts) {
	if len(list) == 0 {
		return
	}
	w.Key(key).Open('{')
	for _, q := range list {
		w.Key(q.Name).Raw(q.Amount.String())
	}
	w.Close('}')
}

func (w *explanationWriter) capabilities(c alloc.Capabilities) {
	if c == 0 {
		return
	}
	w.Key("capabilities").Open('[')
	for _, name := range c.Names() {
		w.Element().Text(name)
	}
	w.Close(']')
}

// begin begins an object with how many agents there are, and what keeps how many of them.
func (s *Survey) begin() *explanationWriter {
	w := beginExplanation(s.Now, s.Subject)
	w.Key("agents").Raw(strconv.Itoa(s.Agents))
	objects(w, "reasons", s.Reasons, func(b *ReasonGroup) {
		w.Key("agents").Raw(strconv.Itoa(b.Agents))
		w.Key("nearest_agent").Text(b.NearestName)
		w.amounts("free", b.Free)
		w.reason(&b.Reason)
	})
	return w
}

// reason writes a reason as members of the object that is open.
func (w *explanationWriter) reason(r *Reason) {
	w.Key("code").Text(r.Code.String())
	w.Key("sentence").Text(r.Code.sentenceFor(w.subject.Framework == 0))
	w.amounts("needed", r.Needed)
	w.amounts("there", r.There)
	w.amounts("short", r.Short)
	w.holdings("holders", r.Holders)
	w.limits(r.Limits)
	w.guarantees(r.Guarantees)
	w.capabilities(r.Capabilities)
	w.text("host", r.Host)
	w.text("region", r.Region)
	w.time("since_ns", r.Since)
	w.time("until_ns", r.Until)
	if r.AgentsExpected > 0 {
		w.Key("agents_back").Raw(strconv.Itoa(r.AgentsBack))
		w.Key("agents_expected").Raw(strconv.Itoa(r.AgentsExpected))
	}
}

func (w *explanationWriter) holdings(key string, list []Holding) {
	states(w, key, list, func(h *Holding) {
		w.amounts("amounts", h.Amounts)
		if h.Loan != nil {
			w.text("agent", h.Loan.Agent)
			if h.Loan.Recalled != nil {
				w.somebody("recalled_for", *h.Loan.Recalled)
				w.time("due_ns", h.Loan.Due)
			}
		}
	})
}

func (w *explanationWriter) limits(list []LimitState) {
	states(w, "limits", list, func(l *LimitState) {
		w.Key("resource").Text(l.Resource)
		w.Key("limit").Raw(l.Limit.String())
		w.Key("consumed").Raw(l.Consumed.String())
		w.Key("short").Raw(l.Short.String())
	})
}

func (w *explanationWriter) guarantees(list []GuaranteeState) {
	states(w, "guarantees", list, func(g *GuaranteeState) {
		w.Key("resource").Text(g.Resource)
		w.Key("guarantee").Raw(g.Guarantee.String())
		w.Key("consumed").Raw(g.Consumed.String())
		w.Key("lacks").Raw(g.Lacks.String())
		if g.MostRecalled != nil {
			w.Key("most_recalled").Raw(g.MostRecalled.String())
		}
	})
}

// states writes a list, unless it is empty: the party of each element and, if that may be viewed,
// what members writes.
func states[T any, P ofParty[T]](w *explanationWriter, key string, list []T, members func(*T)) {
	if len(list) == 0 {
		return
	}
	objects(w, key, list, func(x *T) {
		p := P(x).whose()
		w.party(*p)
		if p.Hidden == 0 {
			members(x)
		}
	})
}

// order writes who comes first.
func (w *explanationWriter) order(o *Order) {
	if o.Own.Policy == "" {
		return // a role without frameworks
	}
	w.Key("order").Open('{')
	w.Key("is_first").Raw(strconv.FormatBool(o.IsFirst))
	w.somebody("leader", o.Leader)
	w.text("parent", o.Parent.RoleName)
	w.number("hidden_parents", o.Parent.Hidden)
	level := "role"
	if o.ByFramework {
		level = "framework"
	}
	w.Key("level").Text(level)
	w.Key("own")
	w.standing(&o.Own)
	w.Key("first")
	w.standing(&o.First)
	w.number("position", o.Position)
	w.Key("siblings").Raw(strconv.Itoa(o.Siblings))
	w.Key("eligible_ahead").Raw(strconv.Itoa(o.EligibleAhead))
	if o.AtLeast {
		w.Key("at_least").Raw("true")
	}
	w.Close('}')
}

func (w *explanationWriter) standing(s *Standing) {
	w.Open('{')
	w.party(s.Party)
	if s.Hidden == 0 {
		w.Key("policy").Text(string(s.Policy))
		if s.Policy == alloc.Random {
			w.Key("chance").Raw(jsontext.Float(s.Chance))
		} else {
			w.Key("key").Raw(jsontext.Float(s.Key))
		}
		if s.Second != 0 {
			w.Key("second").Raw(jsontext.Float(s.Second))
		}
		w.Key("weight").Raw(jsontext.Float(s.Weight))
		w.settings(s.Settings)
		w.text("dominant", s.Dominant)
		w.Key("part").Raw(jsontext.Float(s.Part))
		if s.Dominant != "" && s.Times != 1 {
			w.Key("times").Raw(jsontext.Float(s.Times))
		}
		w.Key("picks").Raw(strconv.FormatUint(s.Picks, 10))
	}
	w.Close('}')
}

// settings writes those that are not the default.
func (w *explanationWriter) settings(s alloc.Settings) {
	if s == (alloc.Settings{}) {
		return
	}
	w.Key("settings").Open('{')
	for f, v := range reflect.ValueOf(s).Fields() {
		switch name := strings.ToLower(f.Name); {
		case v.IsZero():
		case v.CanFloat():
			w.Key(name).Raw(jsontext.Float(v.Float()))
		default:
			w.Key(name).Raw(fmt.Sprint(v))
		}
	}
	w.Close('}')
}

// history writes what was offered and what became of it.
func (w *explanationWriter) history(h *OfferHistory) {
	w.Key("history").Open('{')
	w.Key("offers").Raw(strconv.FormatUint(h.Offers, 10))
	w.Key("filters").Raw(strconv.FormatUint(h.Filters, 10))
	w.time("last_offer_ns", h.LastOffer)
	w.text("last_agent", h.LastAgent)
	w.amounts("last", h.Last)
	w.amounts("used", h.Used)
	w.amounts("unused", h.Unused)
	w.Close('}')
}

// end writes the verdict: its sentence, its code and what would help, and returns what was
// written.
func (w *explanationWriter) end(sentence string, v *Verdict) ([]byte, error) {
	w.Key("verdict").Text(sentence)
	if v.Code != 0 {
		w.Key("verdict_code").Text(v.Code.String())
	}
	w.Key("remedies").Open('[')
	for _, r := range v.Remedies {
		jsontext.Objects(w.Element(), r, w.change)
	}
	w.Close(']')
	w.Close('}')
	return w.Buf, nil
}

func (w *explanationWriter) change(c *Change) {
	w.Key("change").Text(c.Kind.String())
	w.Key("text").Text(c.Text(w.now))
	w.party(c.Party)
	w.text("agent", c.AgentName)
	w.text("host", c.Host)
	w.capabilities(c.Capabilities)
	w.amounts("amounts", c.Amounts)
	w.time("until_ns", c.Until)
}
