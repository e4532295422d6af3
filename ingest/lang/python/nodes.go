//go:build cgo

package python

// kind numbers the nodes of the grammar that extraction tells apart.
type kind uint8

const (
	kindDrop  kind = iota // left out of the flat tree, with all that is below
	kindError             // a syntax error, or a token that the parser had to invent
	kindOther             // any other named node: only its parts matter
	kindAsync             // the word "async" before def, for or with
	kindModule
	kindBlock
	kindExpressionStatement
	kindAssignment
	kindAugmentedAssignment
	kindImportStatement
	kindImportFromStatement
	kindFutureImportStatement
	kindIfStatement
	kindElifClause
	kindElseClause
	kindForStatement
	kindWhileStatement
	kindTryStatement
	kindExceptClause
	kindExceptGroupClause
	kindFinallyClause
	kindWithStatement
	kindWithClause
	kindWithItem
	kindMatchStatement
	kindCaseClause
	kindCasePattern
	kindFunctionDefinition
	kindClassDefinition
	kindDecoratedDefinition
	kindDecorator
	kindDeleteStatement
	kindGlobalStatement
	kindNonlocalStatement
	kindTypeAliasStatement
	kindReturnStatement
	kindRaiseStatement
	kindAssertStatement
	kindIfClause
	kindUnaryOperator
	kindPassStatement
	kindIdentifier
	kindAttribute
	kindCall
	kindArgumentList
	kindSubscript
	kindKeywordArgument
	kindListSplat
	kindDictionarySplat
	kindString
	kindConcatenatedString
	kindInteger
	kindFloat
	kindTrue
	kindFalse
	kindNone
	kindEllipsis
	kindList
	kindTuple
	kindSet
	kindDictionary
	kindPair
	kindListComprehension
	kindDictionaryComprehension
	kindSetComprehension
	kindGeneratorExpression
	kindForInClause
	kindLambda
	kindLambdaParameters
	kindConditionalExpression
	kindBooleanOperator
	kindBinaryOperator
	kindComparisonOperator
	kindNotOperator
	kindNamedExpression
	kindAwait
	kindYield
	kindParenthesizedExpression
	kindExpressionList
	kindAsPattern
	kindAsPatternTarget
	kindInterpolation
	kindType
	kindGenericType
	kindUnionType
	kindConstrainedType
	kindMemberType
	kindSplatType
	kindTypeParameter
	kindParameters
	kindTypedParameter
	kindDefaultParameter
	kindTypedDefaultParameter
	kindListSplatPattern
	kindDictionarySplatPattern
	kindKeywordSeparator
	kindPositionalSeparator
	kindTuplePattern
	kindListPattern
	kindPatternList
	kindDottedName
	kindAliasedImport
	kindRelativeImport
	kindImportPrefix
	kindWildcardImport
	kindClassPattern
	kindKeywordPattern
	kindSplatPattern
	kindCount
)

// kindNames maps the grammar's named nodes to kinds; named nodes without an entry are kindOther.
var kindNames = map[string]kind{
	"module":                   kindModule,
	"block":                    kindBlock,
	"expression_statement":     kindExpressionStatement,
	"assignment":               kindAssignment,
	"augmented_assignment":     kindAugmentedAssignment,
	"import_statement":         kindImportStatement,
	"import_from_statement":    kindImportFromStatement,
	"future_import_statement":  kindFutureImportStatement,
	"if_statement":             kindIfStatement,
	"elif_clause":              kindElifClause,
	"else_clause":              kindElseClause,
	"for_statement":            kindForStatement,
	"while_statement":          kindWhileStatement,
	"try_statement":            kindTryStatement,
	"except_clause":            kindExceptClause,
	"except_group_clause":      kindExceptGroupClause,
	"finally_clause":           kindFinallyClause,
	"with_statement":           kindWithStatement,
	"with_clause":              kindWithClause,
	"with_item":                kindWithItem,
	"match_statement":          kindMatchStatement,
	"case_clause":              kindCaseClause,
	"case_pattern":             kindCasePattern,
	"function_definition":      kindFunctionDefinition,
	"class_definition":         kindClassDefinition,
	"decorated_definition":     kindDecoratedDefinition,
	"decorator":                kindDecorator,
	"delete_statement":         kindDeleteStatement,
	"global_statement":         kindGlobalStatement,
	"nonlocal_statement":       kindNonlocalStatement,
	"type_alias_statement":     kindTypeAliasStatement,
	"return_statement":         kindReturnStatement,
	"pass_statement":           kindPassStatement,
	"raise_statement":          kindRaiseStatement,
	"assert_statement":         kindAssertStatement,
	"if_clause":                kindIfClause,
	"unary_operator":           kindUnaryOperator,
	"identifier":               kindIdentifier,
	"attribute":                kindAttribute,
	"call":                     kindCall,
	"argument_list":            kindArgumentList,
	"subscript":                kindSubscript,
	"keyword_argument":         kindKeywordArgument,
	"list_splat":               kindListSplat,
	"dictionary_splat":         kindDictionarySplat,
	"string":                   kindString,
	"concatenated_string":      kindConcatenatedString,
	"integer":                  kindInteger,
	"float":                    kindFloat,
	"true":                     kindTrue,
	"false":                    kindFalse,
	"none":                     kindNone,
	"ellipsis":                 kindEllipsis,
	"list":                     kindList,
	"tuple":                    kindTuple,
	"set":                      kindSet,
	"dictionary":               kindDictionary,
	"pair":                     kindPair,
	"list_comprehension":       kindListComprehension,
	"dictionary_comprehension": kindDictionaryComprehension,
	"set_comprehension":        kindSetComprehension,
	"generator_expression":     kindGeneratorExpression,
	"for_in_clause":            kindForInClause,
	"lambda":                   kindLambda,
	"lambda_parameters":        kindLambdaParameters,
	"conditional_expression":   kindConditionalExpression,
	"binary_operator":          kindBinaryOperator,
	"boolean_operator":         kindBooleanOperator,
	"comparison_operator":      kindComparisonOperator,
	"not_operator":             kindNotOperator,
	"named_expression":         kindNamedExpression,
	"await":                    kindAwait,
	"yield":                    kindYield,
	"parenthesized_expression": kindParenthesizedExpression,
	"expression_list":          kindExpressionList,
	"as_pattern":               kindAsPattern,
	"as_pattern_target":        kindAsPatternTarget,
	"interpolation":            kindInterpolation,
	"type":                     kindType,
	"generic_type":             kindGenericType,
	"union_type":               kindUnionType,
	"constrained_type":         kindConstrainedType,
	"member_type":              kindMemberType,
	"splat_type":               kindSplatType,
	"type_parameter":           kindTypeParameter,
	"parameters":               kindParameters,
	"typed_parameter":          kindTypedParameter,
	"default_parameter":        kindDefaultParameter,
	"typed_default_parameter":  kindTypedDefaultParameter,
	"list_splat_pattern":       kindListSplatPattern,
	"dictionary_splat_pattern": kindDictionarySplatPattern,
	"keyword_separator":        kindKeywordSeparator,
	"positional_separator":     kindPositionalSeparator,
	"tuple_pattern":            kindTuplePattern,
	"list_pattern":             kindListPattern,
	"pattern_list":             kindPatternList,
	"dotted_name":              kindDottedName,
	"aliased_import":           kindAliasedImport,
	"relative_import":          kindRelativeImport,
	"import_prefix":            kindImportPrefix,
	"wildcard_import":          kindWildcardImport,
	"class_pattern":            kindClassPattern,
	"keyword_pattern":          kindKeywordPattern,
	"splat_pattern":            kindSplatPattern,
}

// droppedNames are the named nodes that say nothing to extraction. Comments are among them, so that the end of a block
// is the end of its last statement.
var droppedNames = []string{
	"comment", "line_continuation", "string_start", "string_content", "string_end", "escape_sequence",
	"escape_interpolation", "type_conversion",
}

// field numbers the fields of the grammar that extraction tells apart.
type field uint8

const (
	fieldNone field = iota
	fieldAlias
	fieldAlternative
	fieldArguments
	fieldAttribute
	fieldBody
	fieldCondition
	fieldConsequence
	fieldDefinition
	fieldFunction
	fieldGuard
	fieldLeft
	fieldModuleName
	fieldName
	fieldObject
	fieldParameters
	fieldReturnType
	fieldRight
	fieldSubject
	fieldSubscript
	fieldSuperclasses
	fieldType
	fieldTypeParameters
	fieldValue
)

// fieldNames maps the grammar's fields to numbers.
var fieldNames = map[string]field{
	"alias":           fieldAlias,
	"alternative":     fieldAlternative,
	"arguments":       fieldArguments,
	"attribute":       fieldAttribute,
	"body":            fieldBody,
	"condition":       fieldCondition,
	"consequence":     fieldConsequence,
	"definition":      fieldDefinition,
	"function":        fieldFunction,
	"guard":           fieldGuard,
	"left":            fieldLeft,
	"module_name":     fieldModuleName,
	"name":            fieldName,
	"object":          fieldObject,
	"parameters":      fieldParameters,
	"return_type":     fieldReturnType,
	"right":           fieldRight,
	"subject":         fieldSubject,
	"subscript":       fieldSubscript,
	"superclasses":    fieldSuperclasses,
	"type":            fieldType,
	"type_parameters": fieldTypeParameters,
	"value":           fieldValue,
}
