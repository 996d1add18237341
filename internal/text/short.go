// Package text keeps the texts of errors short, whatever names are in them.
package text

import "fmt"

// maxArgument is how many bytes of a name or a list an error's text has.
const maxArgument = 1024

// Format is fmt.Sprintf with long texts shortened, so that whoever shows a part of it shows
// what was wrong. It shortens them in args.
func Format(format string, args ...any) string {
	for i := range args {
		if text, ok := args[i].(string); ok {
			args[i] = Short(text, maxArgument)
		}
	}
	return fmt.Sprintf(format, args...)
}

// Short leaves out the middle of a text of more than most bytes.
func Short(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most/2] + "..." + text[len(text)-most/2:]
}
