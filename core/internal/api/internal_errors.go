package api

import (
	"fmt"
	"strings"
)

// maxErrorArgument is how many bytes of a name or a list an error's text has.
const maxErrorArgument = 1024

// shortenTexts shortens the long ones of an error text's arguments.
func shortenTexts(args []any) {
	for i := range args {
		if text, ok := args[i].(string); ok && len(text) > maxErrorArgument {
			args[i] = ShortText(text, maxErrorArgument)
		}
	}
}

// ShortText leaves out the middle of a text of more than most bytes.
func ShortText(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return text[:most/2] + "..." + text[len(text)-most/2:]
}

// Errorf returns an error with a text as by fmt.Sprintf. Long names are shortened, so
// that whoever shows a part of the text shows what was wrong.
func Errorf(code Code, format string, args ...any) *Error {
	shortenTexts(args)
	return &Error{Code: code, Text: fmt.Sprintf(format, args...)}
}

// Caused returns an error that says what its cause says.
func Caused(code Code, cause error) *Error {
	return &Error{Code: code, Text: cause.Error(), Err: cause}
}

// Because is Errorf with a text that ends with the cause, which is wrapped.
func Because(code Code, cause error, format string, args ...any) *Error {
	e := Errorf(code, format, args...)
	e.Text, e.Err = e.Text+": "+cause.Error(), cause
	return e
}

// Within returns the error with a text that begins with where it occurred.
func Within(e *Error, format string, args ...any) *Error {
	shortenTexts(args)
	return &Error{Code: e.Code, Text: fmt.Sprintf(format, args...) + ": " + e.Text, Err: e}
}

// EnumText returns the name of an enumeration's value, or its type and number.
func EnumText[E ~uint8](e E, names ...string) string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprintf("core%s(%d)", strings.TrimPrefix(fmt.Sprintf("%T", e), "api"), uint8(e))
}
