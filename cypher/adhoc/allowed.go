package adhoc

import (
	"slices"
	"strings"
)

// procedures are those that read the graph or its schema and nothing else: no files, no network, no settings of the
// server, no state that outlives the statement.
func procedures() []string {
	return []string{
		"db.index.fulltext.listAvailableAnalyzers", "db.index.fulltext.queryNodes", "db.index.fulltext.queryRelationships",
		"db.index.vector.queryNodes", "db.index.vector.queryRelationships", "db.labels", "db.propertyKeys",
		"db.relationshipTypes", "db.schema.nodeTypeProperties", "db.schema.relTypeProperties", "db.schema.visualization",
	}
}

func procedureAllowed(name string) bool {
	return slices.ContainsFunc(procedures(), func(allowed string) bool { return strings.EqualFold(allowed, name) })
}

// functionSpaces are the name spaces of built-in functions and of pure functions of Graph Data Science. A function
// outside of any name space is the server's own: none can be added there.
func functionSpaces() []string {
	return []string{
		"date", "datetime", "duration", "localdatetime", "localtime", "point", "time", "vector.similarity", "gds.similarity",
	}
}

func functionAllowed(name string) bool {
	name = strings.ToLower(name)
	return name == "gds.version" || slices.ContainsFunc(functionSpaces(), func(space string) bool {
		return strings.HasPrefix(name, space+".") && !strings.Contains(name[len(space)+1:], ".")
	})
}

// operators are the names of plan operators that read, up to the first parenthesis. An operator that is missing here is
// refused: a later server may plan with new ones, and a person decides about them.
func operators() []string {
	return []string{
		"AllNodesScan", "AntiConditionalApply", "AntiSemiApply", "Apply", "Argument", "ArgumentTracker", "AssertSameNode", "AssertSameRelationship",
		"AssertingMultiNodeIndexSeek", "BidirectionalRepeat", "CacheProperties", "CartesianProduct", "ConditionalApply",
		"DirectedAllRelationshipsScan", "DirectedRelationshipByElementIdSeek", "DirectedRelationshipByIdSeek", "DirectedRelationshipIndexContainsScan",
		"DirectedRelationshipIndexEndsWithScan", "DirectedRelationshipIndexScan", "DirectedRelationshipIndexSeek", "DirectedRelationshipIndexSeekByRange",
		"DirectedRelationshipTypeScan", "DirectedUnionRelationshipTypesScan", "Distinct", "Eager", "EagerAggregation", "EmptyResult", "EmptyRow",
		"ExhaustiveLimit", "Expand", "Filter", "IntersectionNodeByLabelsScan", "LetAntiSemiApply", "LetSelectOrAntiSemiApply", "LetSelectOrSemiApply",
		"LetSemiApply", "Limit", "MultiNodeIndexSeek", "NodeByElementIdSeek", "NodeByIdSeek", "NodeByLabelScan", "NodeCountFromCountStore",
		"NodeHashJoin", "NodeIndexContainsScan", "NodeIndexEndsWithScan", "NodeIndexScan", "NodeIndexSeek", "NodeIndexSeekByRange",
		"NodeLeftOuterHashJoin", "NodeRightOuterHashJoin", "NodeUniqueIndexSeek", "NodeUniqueIndexSeekByRange", "NonFuseable", "NullifyMetadata", "Optional",
		"OptionalExpand", "OrderedAggregation", "OrderedDistinct", "OrderedUnion", "PartialSort", "PartialTop", "PartitionedAllNodesScan",
		"PartitionedNodeByLabelScan", "PartitionedNodeIndexScan", "PartitionedUnwind", "PathPropagatingBFS", "PreserveOrder", "ProcedureCall",
		"ProduceResults", "ProjectEndpoints", "Projection", "RelationshipCountFromCountStore", "RemoteBatchProperties", "Repeat", "RollUpApply",
		"SelectOrAntiSemiApply", "SelectOrSemiApply", "SemiApply", "ShortestPath", "ShowConstraints", "ShowIndexes", "Skip", "Sort",
		"StatefulShortestPath", "SubtractionNodeByLabelsScan", "Top", "TriadicBuild", "TriadicFilter", "TriadicSelection",
		"UndirectedAllRelationshipsScan", "UndirectedRelationshipByElementIdSeek", "UndirectedRelationshipByIdSeek",
		"UndirectedRelationshipIndexContainsScan", "UndirectedRelationshipIndexEndsWithScan", "UndirectedRelationshipIndexScan",
		"UndirectedRelationshipIndexSeek", "UndirectedRelationshipIndexSeekByRange", "UndirectedRelationshipTypeScan",
		"UndirectedUnionRelationshipTypesScan", "Union", "UnionNodeByLabelsScan", "Unwind", "ValueHashJoin", "VarLengthExpand",
	}
}

// operatorAllowed reports whether an operator reads. What stands in parentheses says how, except for a lock, which only
// a write takes.
func operatorAllowed(name string) bool {
	base, how, _ := strings.Cut(name, "(")
	return !strings.Contains(how, "Locking") && slices.Contains(operators(), base)
}
