// Purpose: note the symbols of a project that most tests execute, and the border from which a symbol counts as one.
// Parameters: $project (name), $hubs (identifiers, the most executed first), $border (tests), $ran (tests that executed
//   anything).
// Columns: none.
// Bound: one node.
MATCH (p:Project {name: $project})
SET p.test_hubs = $hubs, p.test_hub_border = $border, p.tests_ran = $ran
