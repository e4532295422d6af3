package adhoc

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"assay/internal/fault"
)

// operator is one line of a plan.
type operator struct {
	name    string
	id      int
	leaf    bool
	details string // as shown, without its spaces: the server wraps it anywhere
}

// hiddenPlan matches what the details of an operator show of a plan inside of an expression: a sub-query, or a pattern.
var hiddenPlan = regexp.MustCompile(`(COLLECT|COUNT|EXISTS)\{|-\[|\]-|--`)

// readPlan reads the table of operators that EXPLAIN gives as text. The tree of plans that the driver offers repeats the
// last child of each operator in place of the others, so operators can hide in it; the text shows each on a line.
func readPlan(text string) ([]operator, error) {
	rows, err := readTable(text)
	if err != nil {
		return nil, err
	}
	var found []operator
	depth := 0 // of the operator before
	for _, row := range rows {
		tree, name, begins := strings.Cut(row["Operator"], "+")
		if !begins {
			if len(found) > 0 { // the details go on
				found[len(found)-1].details += squeeze(row["Details"])
			}
			continue
		}
		id, err := strconv.Atoi(strings.TrimSpace(row["Id"]))
		if err != nil || strings.Trim(tree, "| ") != "" {
			return nil, unreadable("an operator has no number or place")
		}
		if len(found) > 0 {
			found[len(found)-1].leaf = len(tree) < depth
		}
		depth = len(tree)
		found = append(found, operator{name: strings.TrimSpace(name), id: id, details: squeeze(row["Details"])})
	}
	if len(found) == 0 {
		return nil, unreadable("it shows no operators")
	}
	found[len(found)-1].leaf = true
	return found, checkNumbers(found)
}

// checkNumbers wants the operators to be numbered without a gap that nothing explains: a leaf hides an argument of no
// columns, and a plan inside of an expression shows in the details of the operator that holds it.
func checkNumbers(found []operator) error {
	next := 0
	for i, o := range found {
		if o.id < next {
			return unreadable("its operators are not in order")
		}
		for o.id > next {
			before := operator{}
			if i > 0 {
				before = found[i-1]
			}
			if !hiddenPlan.MatchString(before.details) && !(before.leaf && o.id == next+1) {
				return unreadable("operator " + strconv.Itoa(next) + " is not shown")
			}
			next = o.id
		}
		next++
	}
	return nil
}

// readTable reads the rows of a table between borders of + and -, by the places of the first border. The server counts
// the width of its columns in UTF-16.
func readTable(text string) ([]map[string]string, error) {
	var borders []int
	var header []string
	var rows []map[string]string
	for line := range strings.Lines(text) {
		units := utf16.Encode([]rune(strings.TrimRight(line, "\r\n")))
		switch {
		case borders == nil:
			borders = bordersOf(units)
		case len(units) == 0:
			return rows, nil
		case len(units) != borders[len(borders)-1]+1 || len(borders) < 2:
			return nil, unreadable("its table is broken")
		case units[0] == '+' || units[borders[1]] == '+':
		case header == nil:
			header = cellsOf(units, borders)
		default:
			row := map[string]string{}
			for i, cell := range cellsOf(units, borders) {
				row[strings.TrimSpace(header[i])] = strings.TrimRight(cell, " ")
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// bordersOf gives the places of the + in a line that is a border.
func bordersOf(units []uint16) []int {
	var borders []int
	for i, u := range units {
		switch u {
		case '+':
			borders = append(borders, i)
		case '-':
		default:
			return nil
		}
	}
	return borders
}

func cellsOf(units []uint16, borders []int) []string {
	cells := make([]string, len(borders)-1)
	for i := range cells {
		cells[i] = string(utf16.Decode(units[borders[i]+1 : borders[i+1]]))
	}
	return cells
}

// squeeze removes the spaces of a text that may be wrapped anywhere.
func squeeze(text string) string { return strings.ReplaceAll(text, " ", "") }

func unreadable(why string) error {
	return fault.New(fault.Invalid, "the statement is refused: its plan cannot be read whole (%s)", why).
		Fix("write it in another way, or in several statements")
}
