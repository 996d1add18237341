package scenario

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/apportion/apportion/quantities"
)

// Forever is a duration without an end.
const Forever = time.Duration(math.MaxInt64)

// longest bounds all times but [Forever], so that sums of some are in range.
const longest = 20 * 365 * 24 * time.Hour

// A Duration is a time with its unit: 500ms, 30s, 5m, 1h30m, 7d.
type Duration time.Duration

func (v *Duration) unmarshal(d *decoder, n ast.Node) {
	t, err := parseDuration(d.scalar(n))
	d.report(n, err)
	*v = Duration(t)
}

func parseDuration(text string) (time.Duration, error) {
	if text == "0" {
		return 0, nil
	}
	if text == "forever" {
		return Forever, nil
	}
	if text == "" {
		return 0, badDuration(text)
	}
	whole, rest := text, ""
	var days float64
	if before, after, ok := strings.Cut(text, "d"); ok {
		f, err := number(before)
		if err != nil {
			return 0, badDuration(text)
		}
		days, whole, rest = f, after, after
	}
	var t time.Duration
	if whole != "" && (rest != "" || days == 0) {
		var err error
		if t, err = time.ParseDuration(whole); err != nil && spelledDuration.MatchString(whole) {
			return 0, tooLong(text)
		} else if err != nil {
			return 0, badDuration(text)
		}
	}
	if sum := days*24*float64(time.Hour) + float64(t); math.Abs(sum) > float64(longest) {
		return 0, tooLong(text)
	}
	t += time.Duration(days * 24 * float64(time.Hour))
	if t < 0 {
		return 0, fmt.Errorf("a time of %s is negative", text)
	}
	return t, nil
}

// spelledDuration is a time as Go spells them, however long.
var spelledDuration = regexp.MustCompile(`^-?([0-9]+(\.[0-9]+)?(ns|us|ms|s|m|h))+$`)

func tooLong(text string) error { return fmt.Errorf("a time of %s is longer than 20 years", text) }

func badDuration(text string) error {
	return fmt.Errorf("%q is not a time with its unit, such as 500ms, 30s, 5m, 1h30m or 7d", text)
}

// number reads a finite number.
func number(text string) (float64, error) {
	f, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return 0, fmt.Errorf("%q is not a number%s", text, insteadOf(text))
	}
	return f, nil
}

// insteadOf says how to write a time or a part that was written as a number.
func insteadOf(text string) string {
	if part, ok := strings.CutSuffix(text, "%"); ok {
		if f, err := strconv.ParseFloat(strings.TrimSpace(part), 64); err == nil {
			return fmt.Sprintf("; as a part it is %v", f/100)
		}
	}
	if t, err := parseDuration(text); err == nil && t != Forever {
		return fmt.Sprintf("; in seconds it is %v", t.Seconds())
	}
	return ""
}

// Resources are amounts by name: cpus and gpus in units, mem and disk in MB, as in
// Mesos, where a GB is 1024 MB.
type Resources map[string]quantities.Amount

func (r *Resources) unmarshal(d *decoder, n ast.Node) {
	*r = Resources{}
	d.eachName(n, func(name string, value ast.Node) {
		f, err := amountOf(name, d.scalar(value))
		if err == nil {
			(*r)[name], err = quantities.FromFloat(f)
		}
		if errors.Is(err, quantities.ErrOutOfRange) {
			err = fmt.Errorf("%s is more than %v, the most that one amount may be", d.scalar(value), quantities.MaxAmount)
		}
		if err != nil {
			panic(d.errorf(value, "%s: %v", name, err))
		}
	})
}

// amountOf reads an amount of the named resource, which is not negative.
func amountOf(name, text string) (float64, error) {
	factor := 1.0
	if name == "mem" || name == "disk" {
		for unit, mb := range map[string]float64{"MB": 1, "GB": 1 << 10, "TB": 1 << 20} {
			if before, ok := strings.CutSuffix(text, unit); ok {
				text, factor = strings.TrimSpace(before), mb
				break
			}
		}
	}
	f, err := number(text)
	switch {
	case err != nil && (name == "mem" || name == "disk"):
		return 0, fmt.Errorf("%q is not an amount in MB, nor one with its unit, such as 32GB%s", text, otherUnit(text))
	case err != nil && byteUnits.MatchString(text):
		return 0, fmt.Errorf("%w: mem and disk alone have units", err)
	case err != nil:
		return 0, err
	case f < 0:
		return 0, fmt.Errorf("%s is negative", text)
	}
	return f * factor, nil
}

// byteUnits are amounts with a unit that mem and disk may have.
var byteUnits = regexp.MustCompile(`^[0-9][0-9._]*\s*[MGT]i?B$`)

var otherUnits = regexp.MustCompile(`^([0-9][0-9._]*)\s*([mgtMGT])i?[bB]?$`)

// otherUnit suggests how to write an amount that was written with a unit as it is used elsewhere.
// Here a GB is 1024 MB, and so it is what others call a GiB.
func otherUnit(text string) string {
	if m := otherUnits.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("; did you mean %q?", m[1]+strings.ToUpper(m[2])+"B")
	}
	return ""
}

// MostSeeds bounds how many seeds a count stands for.
const MostSeeds = 1000

// Seeds are what random numbers are drawn from, one for each run.
type Seeds []int64

func (s *Seeds) unmarshal(d *decoder, n ast.Node) {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		text := d.scalar(n)
		if _, err := strconv.ParseInt(text, 10, 64); errors.Is(err, strconv.ErrSyntax) {
			panic(d.errorf(n, "%q is neither a count nor a list of seeds, such as [3, 7]", text))
		}
		count := d.wholeNumber(n)
		if count < 1 || count > MostSeeds {
			panic(d.errorf(n, "there are 1 to %d seeds", MostSeeds))
		}
		*s = SeedsUpTo(int(count))
		return
	}
	*s = nil
	if len(list.Values) == 0 {
		panic(d.errorf(n, "there are no seeds"))
	}
	for _, element := range list.Values {
		seed := d.wholeNumber(element)
		if slices.Contains(*s, seed) {
			panic(d.errorf(element, "seed %d is there already", seed))
		}
		*s = append(*s, seed)
	}
}

// SeedsUpTo are the seeds 1, 2, ... n.
func SeedsUpTo(n int) Seeds {
	s := make(Seeds, n)
	for i := range s {
		s[i] = int64(i + 1)
	}
	return s
}

func (d *decoder) wholeNumber(n ast.Node) int64 {
	text := d.scalar(n)
	i, err := strconv.ParseInt(strings.ReplaceAll(text, "_", ""), 10, 64)
	if errors.Is(err, strconv.ErrRange) {
		panic(d.errorf(n, "%s is too large a number", text))
	} else if err != nil {
		panic(d.errorf(n, "%q is not a whole number", text))
	}
	return i
}

// Refusals are how long a framework refuses what it does not use.
type Refusals struct {
	located
	Idle  Duration `key:"idle" unit:"time" default:"5s" doc:"of an offer that comes while no task waits"`
	Unfit Duration `key:"unfit" unit:"time" default:"5s" doc:"of an offer that none of the tasks that wait fits on, or of a machine that the framework does not take"`
	Rest  Duration `key:"rest" unit:"time" default:"5s" doc:"of what tasks that are launched leave of an offer"`
}

func (r *Refusals) unmarshal(d *decoder, n ast.Node) {
	type plain Refusals
	if isMapping(n) {
		d.decode(n, valueOf((*plain)(r)))
		return
	}
	var all Duration
	all.unmarshal(d, n)
	*r = Refusals{Idle: all, Unfit: all, Rest: all}
}
