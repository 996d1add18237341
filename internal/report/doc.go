// Package report draws pages with plots: one line chart, one layout and one kind
// of table for all that has figures to show.
//
// A [Page] has facts, and sections of tables and charts. [Page.WriteHTML] writes
// it as one file that loads nothing from elsewhere and runs no scripts: charts are
// inline SVG, colours follow the reader's light or dark setting, values appear
// under the pointer, and each chart's figures can be saved as CSV. A page is built
// in Go, or is read by [Read] from JSON that a program in another language wrote;
// docs/report.md describes that format.
package report
