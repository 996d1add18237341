package explain

import (
	"strconv"

	"github.com/apportion/apportion/core/internal/api"
	"github.com/apportion/apportion/core/internal/jsontext"
)

// order writes who comes first.
func (w *explanationWriter) order(o *Order) {
	if o.Own.Policy == "" {
		return // a role without frameworks
	}
	w.Key("order").Open('{')
	w.Key("is_first").Raw(strconv.FormatBool(o.IsFirst))
	w.Key("leader").Open('{')
	w.party(o.Leader)
	w.Close('}')
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
		if s.Policy == api.Random {
			w.Key("chance").Raw(jsontext.Float(s.Chance))
		} else {
			w.Key("key").Raw(jsontext.Float(s.Key))
		}
		if s.Second != 0 {
			w.Key("second").Raw(jsontext.Float(s.Second))
		}
		w.Key("weight").Raw(jsontext.Float(s.Weight))
		w.text("dominant", s.Dominant)
		w.Key("part").Raw(jsontext.Float(s.Part))
		w.Key("picks").Raw(strconv.FormatUint(s.Picks, 10))
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

// verdict writes the verdict: its sentence, its code and what would help.
func (w *explanationWriter) verdict(sentence string, v *Verdict) {
	w.Key("verdict").Text(sentence)
	if v.Code != 0 {
		w.Key("verdict_code").Text(v.Code.String())
	}
	w.Key("remedies").Open('[')
	for _, r := range v.Remedies {
		w.Element().Open('[')
		for i := range r {
			w.change(&r[i])
		}
		w.Close(']')
	}
	w.Close(']')
}

func (w *explanationWriter) change(c *Change) {
	w.Element().Open('{')
	w.Key("change").Text(c.Kind.String())
	w.Key("text").Text(c.Text(w.now))
	w.party(c.Party)
	w.text("agent", c.AgentName)
	w.text("host", c.Host)
	w.capabilities(c.Capabilities)
	w.amounts("amounts", c.Amounts)
	w.time("until_ns", c.Until)
	w.Close('}')
}
