package python

import "slices"

// pluginFixtures are the fixtures that pytest and widely used plugins bring, by the distribution that brings them. A
// request for one of them is known although no file of the repository defines it.
var pluginFixtures = map[string][]string{
	"pytest": {
		"cache", "capfd", "capfdbinary", "caplog", "capsys", "capsysbinary", "capteesys", "doctest_namespace",
		"monkeypatch", "pytestconfig", "pytester", "record_property", "record_testsuite_property", "record_xml_attribute",
		"recwarn", "request", "subtests", "testdir", "tmp_path", "tmp_path_factory", "tmpdir", "tmpdir_factory",
	},
	"anyio":            {"anyio_backend", "anyio_backend_name", "anyio_backend_options", "free_tcp_port", "free_tcp_port_factory"},
	"pyfakefs":         {"fs", "fs_class", "fs_module", "fs_session"},
	"pytest-aiohttp":   {"aiohttp_client", "aiohttp_client_cls", "aiohttp_raw_server", "aiohttp_server", "aiohttp_unused_port"},
	"pytest-asyncio":   {"event_loop", "event_loop_policy", "unused_tcp_port", "unused_tcp_port_factory", "unused_udp_port"},
	"pytest-benchmark": {"benchmark", "benchmark_weave"},
	"pytest-cov":       {"cov", "no_cover"},
	"pytest-django": {
		"admin_client", "admin_user", "async_client", "async_rf", "client", "db", "django_assert_max_num_queries",
		"django_assert_num_queries", "django_capture_on_commit_callbacks", "django_db_blocker", "django_db_createdb",
		"django_db_keepdb", "django_db_reset_sequences", "django_db_serialized_rollback", "django_db_setup",
		"django_mail_dnsname", "django_test_environment", "django_user_model", "django_username_field", "live_server",
		"mailoutbox", "rf", "settings", "transactional_db",
	},
	"pytest-flask":      {"client_class", "live_server"},
	"pytest-httpbin":    {"httpbin", "httpbin_both", "httpbin_ca_bundle", "httpbin_secure"},
	"pytest-httpserver": {"httpserver", "make_httpserver"},
	"pytest-httpx":      {"httpx_mock"},
	"pytest-mock":       {"class_mocker", "mocker", "module_mocker", "package_mocker", "session_mocker"},
	"pytest-subprocess": {"fake_process", "fp"},
	"pytest-xdist":      {"testrun_uid", "worker_id"},
	"requests-mock":     {"requests_mock"},
	"syrupy":            {"snapshot"},
	"time-machine":      {"time_machine"},
	"freezegun":         {"freezer"},
}

// isPluginFixture reports whether pytest or a widely used plugin brings a fixture of this name.
func isPluginFixture(name string) bool {
	for _, names := range pluginFixtures {
		if slices.Contains(names, name) {
			return true
		}
	}
	return false
}
