package neo4j

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
)

// launch is everything that a start of a server depends on.
type launch struct {
	dir     string
	mode    Mode
	java    java
	jars    jars
	ports   ports
	archive archiveUse
}

// archiveUse says whether a start reads a class-data archive, makes one, or neither.
type archiveUse struct{ read, make string }

func (l launch) address(secret string) Address {
	return Address{
		URI:      fmt.Sprintf("bolt://127.0.0.1:%d", l.ports.Bolt),
		HTTP:     fmt.Sprintf("http://127.0.0.1:%d", l.ports.HTTP),
		Username: username,
		Password: secret,
		Database: database,
	}
}

// start starts the server in a session of its own, with its output in the log, and gives its pid. It outlives this
// process and never sees the terminal's signals.
func (l launch) start() (int, error) {
	if err := l.prepare(); err != nil {
		return 0, err
	}
	output, err := os.Create(logFile(l.dir))
	if err != nil {
		return 0, fmt.Errorf("open the server's log: %w", err)
	}
	defer output.Close()
	cmd := exec.Command(l.java.path, "@"+l.argumentFile(), mainClass, homeFlag(l.dir),
		"--config-dir="+filepath.Join(l.dir, "conf"), "--console-mode")
	cmd.Dir = l.dir
	cmd.Env = serverEnvironment(os.Environ())
	cmd.Stdout, cmd.Stderr = output, output
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("start %s: %w", l.java.path, err)
	}
	pid := cmd.Process.Pid
	return pid, cmd.Process.Release()
}

// prepare writes the configuration and Java's arguments; the log of the last start is kept beside the new one.
func (l launch) prepare() error {
	if err := makeFolders(l.dir); err != nil {
		return err
	}
	size := chooseMemory(l.mode, machineMemoryMiB())
	plugins := filepath.Join(l.dir, "plugins")
	if l.mode == Long {
		plugins = l.jars.pluginDir()
	}
	err := writeConf(l.dir, conf{
		BoltPort: l.ports.Bolt, HTTPPort: l.ports.HTTP, Plugins: plugins, PageCacheMiB: size.PageCache,
		AllTransactionsMiB: size.AllTransactions(), TransactionMiB: size.Transaction(),
	})
	if err != nil {
		return err
	}
	arguments, err := l.arguments(size)
	if err != nil {
		return err
	}
	_ = os.Rename(logFile(l.dir), logFile(l.dir)+".1")
	return os.WriteFile(l.argumentFile(), []byte(quoteArguments(arguments)), 0o600)
}

func (l launch) argumentFile() string { return filepath.Join(l.dir, "run", "java.args") }

func logFile(dir string) string { return filepath.Join(dir, "logs", "console.log") }

// arguments are Java's options. The class path is expanded and sorted, the server's jars first: so the class-data
// archive, made with the server's jars alone, serves both modes.
func (l launch) arguments(size memory) ([]string, error) {
	classPath, err := l.jars.server()
	if err != nil {
		return nil, err
	}
	if l.mode == Long {
		plugins, err := l.jars.plugins()
		if err != nil {
			return nil, err
		}
		classPath = append(classPath, plugins...)
	}
	arguments := []string{
		fmt.Sprintf("-Xmx%dm", size.Heap),
		"--add-opens=java.base/java.nio=ALL-UNNAMED",
		"--add-opens=java.base/java.io=ALL-UNNAMED",
		"--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
		"--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
		"-XX:+ExitOnOutOfMemoryError",
		"-XX:-OmitStackTraceInFastThrow",
		"-Dlog4j2.disable.jmx=true",
		"-Dio.netty.tryReflectionSetAccessible=true",
		"-Djdk.nio.maxCachedBufferSize=1024",
	}
	arguments = append(arguments, l.modeArguments()...)
	arguments = append(arguments, l.archive.arguments()...)
	return append(arguments, "-cp", strings.Join(classPath, ":")), nil
}

// modeArguments are the options of a mode. The serial collector took a quarter less CPU time than G1 for a load of
// 60,000 nodes and 300,000 edges and a third of its memory, with shorter waits of 32 clients on two cores; a heap that
// starts small and keeps little free costs nothing that could be measured.
func (l launch) modeArguments() []string {
	if l.mode == Quick {
		return []string{"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"}
	}
	return []string{"-XX:+UseSerialGC", "-Xms128m", "-XX:MinHeapFreeRatio=20", "-XX:MaxHeapFreeRatio=40"}
}

func (a archiveUse) arguments() []string {
	switch {
	case a.make != "":
		return []string{"-XX:ArchiveClassesAtExit=" + a.make, "-Xlog:cds=off", "-Xlog:cds+dynamic=off"}
	case a.read != "":
		return []string{"-XX:SharedArchiveFile=" + a.read, "-Xshare:auto", "-Xlog:cds=off", "-Xlog:cds+dynamic=off"}
	default:
		return nil
	}
}

// quoteArguments writes arguments in the form of Java's argument files, one a line.
func quoteArguments(arguments []string) string {
	var text strings.Builder
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`)
	for _, argument := range arguments {
		fmt.Fprintf(&text, "\"%s\"\n", escape.Replace(argument))
	}
	return text.String()
}
