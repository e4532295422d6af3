package neo4j

import (
	"os"
	"strconv"
	"strings"
)

// memory is what a server may take, in MiB.
type memory struct {
	Heap, PageCache int
}

const (
	// quickHeapMiB is enough for one transaction of 30,000 nodes and 150,000 edges (measured).
	quickHeapMiB      = 1024
	quickPageCacheMiB = 128
	// A long-lived server takes a quarter of the machine for its heap and an eighth for its page cache, within these.
	minHeapMiB, maxHeapMiB           = 1024, 4096
	minPageCacheMiB, maxPageCacheMiB = 256, 2048
)

// chooseMemory gives the memory of a server on a machine with so many MiB, 0 when that is not known.
func chooseMemory(mode Mode, machineMiB int) memory {
	if mode == Quick {
		return memory{Heap: quickHeapMiB, PageCache: quickPageCacheMiB}
	}
	return memory{
		Heap:      min(max(machineMiB/4, minHeapMiB), maxHeapMiB),
		PageCache: min(max(machineMiB/8, minPageCacheMiB), maxPageCacheMiB),
	}
}

// AllTransactions is what all transactions may take together: Neo4j's own default of 70 % of the heap.
func (m memory) AllTransactions() int { return m.Heap * 7 / 10 }

// Transaction is what one transaction may take, so that a single one cannot starve the others.
func (m memory) Transaction() int { return m.AllTransactions() * 8 / 10 }

// machineMemoryMiB is the memory of the machine or of the container around this process; 0 when it cannot be told.
func machineMemoryMiB() int {
	total := 0
	if content, err := os.ReadFile("/proc/meminfo"); err == nil {
		total = meminfoMiB(string(content))
	}
	if content, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil {
		limit, err := strconv.ParseInt(strings.TrimSpace(string(content)), 10, 64)
		if err == nil && int(limit>>20) < total {
			return int(limit >> 20)
		}
	}
	return total
}

func meminfoMiB(content string) int {
	for line := range strings.Lines(content) {
		fields := strings.Fields(line)
		if len(fields) >= 2 && fields[0] == "MemTotal:" {
			kib, _ := strconv.Atoi(fields[1])
			return kib >> 10
		}
	}
	return 0
}
