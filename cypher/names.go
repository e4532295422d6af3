package cypher

// Statements that read; one constant a file of read/. Each question has the name of its file.
const (
	// ReadPing checks that the database answers.
	ReadPing Statement = "read/ping"
	// ReadSchemaRules lists the indexes with their state.
	ReadSchemaRules Statement = "read/schema_rules"
	// ReadLoadEdges: what stands of a published copy.
	ReadLoadEdges Statement = "read/load_edges"
	// ReadLoadExternals: which symbols outside of the project stand already.
	ReadLoadExternals Statement = "read/load_externals"
	// ReadLoadMeasured: what runs of tests measured of some files so far.
	ReadLoadMeasured Statement = "read/load_measured"
	// ReadLoadNodes: what stands of a published copy.
	ReadLoadNodes Statement = "read/load_nodes"
	// ReadLoadProject: what is known of a project before it is loaded.
	ReadLoadProject Statement = "read/load_project"
	// ReadLoadRoots: the edges from a project to the packages and files that nothing else contains.
	ReadLoadRoots Statement = "read/load_roots"
	// ReadLoadCases: how many parameter sets of each test were seen so far.
	ReadLoadCases Statement = "read/load_cases"
	// ReadLoadCovered: the edges of coverage without tests.
	ReadLoadCovered Statement = "read/load_covered"
	// ReadLoadObserved: what tests were observed to execute so far.
	ReadLoadObserved Statement = "read/load_observed"
	// ReadLoadRuns: the runs of tests that were imported into a copy of a project.
	ReadLoadRuns Statement = "read/load_runs"
	// ReadAdhocEnds names the ends of edges that ad-hoc Cypher gave alone.
	ReadAdhocEnds Statement = "read/adhoc_ends"
	// ReadLoadTestHubs: the symbols that most tests executed.
	ReadLoadTestHubs Statement = "read/load_test_hubs"
	// ReadLoadTestsRan: how many tests executed anything.
	ReadLoadTestsRan Statement = "read/load_tests_ran"
	// ReadBlind gives what a method overrides and the bases of its class outside of the repository.
	ReadBlind Statement = "read/blind"
	// ReadBody gives a class or module with everything inside it.
	ReadBody Statement = "read/body"
	// ReadCallees gives what symbols use.
	ReadCallees Statement = "read/callees"
	// ReadCallers gives who uses symbols.
	ReadCallers Statement = "read/callers"
	// ReadExportEdges gives a page of edges.
	ReadExportEdges Statement = "read/export_edges"
	// ReadExportNodes gives a page of nodes.
	ReadExportNodes Statement = "read/export_nodes"
	// ReadHealth counts a project beside what was published.
	ReadHealth Statement = "read/health"
	// ReadObservedCounts counts the observed edges of a copy.
	ReadObservedCounts Statement = "read/observed_counts"
	// ReadImpact gives what leads to symbols.
	ReadImpact Statement = "read/impact"
	// ReadLookupFile finds definitions by identifier, name in a file, or line.
	ReadLookupFile Statement = "read/lookup_file"
	// ReadLookupName finds definitions by dotted name.
	ReadLookupName Statement = "read/lookup_name"
	// ReadLookupSimilar finds what is like a spelling.
	ReadLookupSimilar Statement = "read/lookup_similar"
	// ReadProjects gives the loaded projects.
	ReadProjects Statement = "read/projects"
	// ReadPublished gives the published version of a project and the key of its copy.
	ReadPublished Statement = "read/published"
	// ReadSearch finds definitions and files by words.
	ReadSearch Statement = "read/search"
	// ReadSource gives the text of a file.
	ReadSource Statement = "read/source"
	// ReadStatistics gives the numbers of a project.
	ReadStatistics Statement = "read/statistics"
	// ReadSymbol describes one definition.
	ReadSymbol Statement = "read/symbol"
	// ReadTests gives the tests of symbols.
	ReadTests Statement = "read/tests"
)

// Statements that write; one constant a file of write/.
const (
	// WriteVersionRecover makes the odd version of an abandoned publish even.
	WriteVersionRecover Statement = "write/version_recover"
	// WriteLeaseTake takes a project's lease or tells who holds it.
	WriteLeaseTake Statement = "write/lease_take"
	// WriteLeaseRenew keeps a lease.
	WriteLeaseRenew Statement = "write/lease_renew"
	// WriteLeaseCheck tells whether a lease is still held.
	WriteLeaseCheck Statement = "write/lease_check"
	// WriteLeaseRelease gives a lease back.
	WriteLeaseRelease Statement = "write/lease_release"
	// WriteVersionOdd begins to publish.
	WriteVersionOdd Statement = "write/version_odd"
	// WriteVersionGuard ties a change's transaction to the lease.
	WriteVersionGuard Statement = "write/version_guard"
	// WriteVersionEven ends a publish.
	WriteVersionEven Statement = "write/version_even"
	// WriteEdgesCreate: create edges of one type inside of a published copy.
	WriteEdgesCreate Statement = "write/edges_create"
	// WriteEdgesCreateExternal: create edges of one type from a published copy to symbols outside of it.
	WriteEdgesCreateExternal Statement = "write/edges_create_external"
	// WriteEdgesDelete: remove edges by the database's own number.
	WriteEdgesDelete Statement = "write/edges_delete"
	// WriteExternalsMerge: make sure that symbols outside of every project are there.
	WriteExternalsMerge Statement = "write/externals_merge"
	// WriteExternalsSweep: remove symbols outside of all projects to which no edge leads any more.
	WriteExternalsSweep Statement = "write/externals_sweep"
	// WriteFilesCreate: create files of a published copy.
	WriteFilesCreate Statement = "write/files_create"
	// WriteFilesMeasured: note at files what a run of tests measured.
	WriteFilesMeasured Statement = "write/files_measured"
	// WriteFilesUpdate: give files that stand their new properties.
	WriteFilesUpdate Statement = "write/files_update"
	// WriteGraphBegin: note the key of a copy before its first node is written.
	WriteGraphBegin Statement = "write/graph_begin"
	// WriteGraphDelete: remove a copy of a project that is not published.
	WriteGraphDelete Statement = "write/graph_delete"
	// WriteGraphForget: a copy of a project is removed.
	WriteGraphForget Statement = "write/graph_forget"
	// WriteHubsCalls: note the symbols that very many use.
	WriteHubsCalls Statement = "write/hubs_calls"
	// WriteHubsTests: note the symbols that most tests execute.
	WriteHubsTests Statement = "write/hubs_tests"
	// WriteNamesCreate: create unresolved names of a published copy.
	WriteNamesCreate Statement = "write/names_create"
	// WriteNamesUpdate: give unresolved names that stand their new properties.
	WriteNamesUpdate Statement = "write/names_update"
	// WriteNodesDelete: remove nodes of a published copy with every edge that hangs on them.
	WriteNodesDelete Statement = "write/nodes_delete"
	// WritePackagesCreate: create packages of a published copy.
	WritePackagesCreate Statement = "write/packages_create"
	// WritePackagesUpdate: give packages that stand their new properties.
	WritePackagesUpdate Statement = "write/packages_update"
	// WriteProjectBegin: make sure that a project's node is there before its lease is taken.
	WriteProjectBegin Statement = "write/project_begin"
	// WriteProjectDelete: remove a project's node and its snapshots.
	WriteProjectDelete Statement = "write/project_delete"
	// WriteProjectHide: make a project unreadable before it is deleted.
	WriteProjectHide Statement = "write/project_hide"
	// WriteRootsCreate: create the edges from a project to the packages and files that nothing else contains.
	WriteRootsCreate Statement = "write/roots_create"
	// WriteRootsRetire: remove the edges from a project to a copy that is published no longer.
	WriteRootsRetire Statement = "write/roots_retire"
	// WriteSnapshotCreate: describe the version that is being published.
	WriteSnapshotCreate Statement = "write/snapshot_create"
	// WriteSnapshotsPrune: keep the newest snapshots of a project only.
	WriteSnapshotsPrune Statement = "write/snapshots_prune"
	// WriteSymbolsCreate: create symbols of a published copy.
	WriteSymbolsCreate Statement = "write/symbols_create"
	// WriteSymbolsUpdate: give symbols that stand their new properties.
	WriteSymbolsUpdate Statement = "write/symbols_update"
	// WriteTestsCreate: create tests of a published copy.
	WriteTestsCreate Statement = "write/tests_create"
	// WriteTestsUpdate: give tests that stand their new properties.
	WriteTestsUpdate Statement = "write/tests_update"
	// WriteEdgesSeen: note that edges were observed once more.
	WriteEdgesSeen Statement = "write/edges_seen"
	// WriteObservedCarryCases: carry what runs said of tests from one copy of a project to another.
	WriteObservedCarryCases Statement = "write/observed_carry_cases"
	// WriteObservedCarryEdges: carry the observed edges from one copy of a project to another.
	WriteObservedCarryEdges Statement = "write/observed_carry_edges"
	// WriteObservedCarryFiles: carry what runs measured of files from one copy of a project to another.
	WriteObservedCarryFiles Statement = "write/observed_carry_files"
	// WriteObservedCarryRuns: carry the runs of tests from one copy of a project to another.
	WriteObservedCarryRuns Statement = "write/observed_carry_runs"
	// WriteObservedCarryTests: carry the tests that runs made from one copy of a project to another.
	WriteObservedCarryTests Statement = "write/observed_carry_tests"
	// WriteRunMerge: the node of a run of tests.
	WriteRunMerge Statement = "write/run_merge"
	// WriteTestsCases: note how many parameter sets of tests were seen.
	WriteTestsCases Statement = "write/tests_cases"
	// WriteTestsMake: create tests that no load of the source knows.
	WriteTestsMake Statement = "write/tests_make"
)
