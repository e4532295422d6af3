package adhoc

import (
	"regexp"
	"strings"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// What the details of an operator show of a plan inside of an expression, without spaces. The server writes these words
// itself, in capitals.
var (
	hiddenLoad = regexp.MustCompile(`LOADCSV(?:WITHHEADERS)?FROM`)
	hiddenCall = regexp.MustCompile(`ResolvedCall\(([^(]*)\(`)
)

// checkPlan lets a statement through whose plan reads only, by what the server says of it: the type of the statement,
// each operator, each procedure.
func checkPlan(summary neo4j.ResultSummary) (plan string, err error) {
	if kind := summary.StatementType(); kind != neo4j.StatementTypeReadOnly {
		return "", refuse("it %s", deeds(kind))
	}
	if summary.Plan() == nil {
		return "", unreadable("the server gives none")
	}
	plan, _ = summary.Plan().Arguments()["string-representation"].(string)
	operators, err := readPlan(plan)
	if err != nil {
		return "", err
	}
	for _, o := range operators {
		if err := checkOperator(o); err != nil {
			return "", err
		}
	}
	return plan, nil
}

func checkOperator(o operator) error {
	if !operatorAllowed(o.name) {
		return refuse("the plan's operator %s is not on the list of operators that read only", o.name)
	}
	if o.name == "ProcedureCall" {
		if name, _, _ := strings.Cut(o.details, "("); !procedureAllowed(strings.ReplaceAll(name, "`", "")) {
			return refuseProcedure(name)
		}
	}
	if hiddenLoad.MatchString(o.details) {
		return refuse("LOAD CSV reads files and the network")
	}
	for _, call := range hiddenCall.FindAllStringSubmatch(o.details, -1) {
		if name := strings.ReplaceAll(call[1], "`", ""); !procedureAllowed(name) {
			return refuseProcedure(name)
		}
	}
	return nil
}

// deeds says what a statement of a type does.
func deeds(kind neo4j.StatementType) string {
	switch kind {
	case neo4j.StatementTypeReadWrite, neo4j.StatementTypeWriteOnly:
		return "writes; ad-hoc Cypher reads only"
	case neo4j.StatementTypeSchemaWrite:
		return "changes the schema or the server, or asks the server about itself; ad-hoc Cypher reads the graph only"
	default:
		return "is of no known type"
	}
}
