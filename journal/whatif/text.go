package whatif

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/apportion/apportion/core/alloc"
	"github.com/apportion/apportion/journal"
)

// WriteText writes what is different as a table for people, and how many tasks fit.
func (r *Result) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "state at %s, next cycle at %s\n", journal.TimeText(r.At), journal.TimeText(r.CycleAt))
	for _, line := range slices.Concat(r.Changes, r.Remarks) {
		fmt.Fprintf(w, "  %s\n", line)
	}
	if r.Paused {
		fmt.Fprintln(w, "allocation is paused: nothing is offered")
	}
	if err := r.writeOffers(w); err != nil {
		return err
	}
	if r.Fits == nil {
		return nil
	}
	return r.Fits.write(w)
}

func (r *Result) writeOffers(w io.Writer) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	same := true
	for _, row := range r.Offers {
		if row.Was == row.Would {
			continue
		}
		if same {
			fmt.Fprintln(w)
			fmt.Fprintln(table, "role\tframework\tresource\twas\twould be\tdifference")
		}
		same = false
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", row.Role, cmp.Or(row.Framework, "all"), row.Resource,
			alloc.Amount(row.Was), alloc.Amount(row.Would), signed(alloc.Amount(row.Would-row.Was)))
	}
	switch {
	case same && len(r.Offers) == 0 && !r.Paused:
		fmt.Fprintln(w, "no difference in what is offered: nothing is, with the changes or without, and apportion explain says why")
	case same:
		fmt.Fprintln(w, "no difference in what is offered")
	}
	return table.Flush()
}

func signed(a alloc.Amount) string {
	if a > 0 {
		return "+" + a.String()
	}
	return a.String()
}

func (c *FitsCompare) write(w io.Writer) error {
	fmt.Fprintln(w)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "tasks of %s\twas\twould be\tdifference", c.Shape)
	if c.Count > 0 {
		fmt.Fprintf(table, "\t%d fit", c.Count)
	}
	fmt.Fprintln(table)
	row := func(name string, x FitsRow) {
		fmt.Fprintf(table, "%s\t%d\t%d\t%+d", name, x.Was, x.Would, x.Would-x.Was)
		if c.Count > 0 {
			fmt.Fprintf(table, "\t%s", whetherFit(x, c.Count))
		}
		fmt.Fprintln(table)
	}
	row("as a whole", c.Whole)
	for _, x := range c.Roles {
		row("for role "+x.Role, x)
	}
	return table.Flush()
}

// whetherFit says whether so many tasks fit, before and after.
func whetherFit(x FitsRow, count int64) string {
	was, would := x.Was >= count, x.Would >= count
	switch {
	case was && would:
		return "yes"
	case would:
		return "now they would"
	case was:
		return "no longer"
	}
	return "no"
}
