package python

import (
	"strings"
	"sync"
)

// builtinNames are the names that every file sees without an import: dir(builtins) of CPython 3.11, what came up to 3.14,
// and the names that import sets in each module.
const builtinNames = `
	ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError
	BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError
	ConnectionResetError DeprecationWarning EOFError Ellipsis EncodingWarning EnvironmentError Exception
	ExceptionGroup False FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError
	ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError
	KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError None NotADirectoryError NotImplemented
	NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError
	PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning
	StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError True
	TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError
	UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError __annotations__ __build_class__
	__builtins__ __cached__ __debug__ __dict__ __doc__ __file__ __import__ __loader__ __name__ __package__
	__path__ __spec__ abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod
	compile complex delattr dict dir divmod enumerate eval exec exit filter float format frozenset getattr globals
	hasattr hash help hex id input int isinstance issubclass iter len license list locals map max memoryview min
	next object oct open ord pow print property quit range repr reversed round set setattr slice sorted
	staticmethod str sum super tuple type vars zip
`

// standardModules are the top-level modules of the standard library: sys.stdlib_module_names of CPython 3.11, which still
// names those removed in 3.12 and 3.13, and what came up to 3.14.
const standardModules = `
	__future__ _abc _aix_support _ast _asyncio _bisect _blake2 _bootsubprocess _bz2 _codecs _codecs_cn _codecs_hk
	_codecs_iso2022 _codecs_jp _codecs_kr _codecs_tw _collections _collections_abc _colorize _compat_pickle
	_compression _contextvars _crypt _csv _ctypes _curses _curses_panel _datetime _dbm _decimal _elementtree
	_frozen_importlib _frozen_importlib_external _functools _gdbm _hashlib _heapq _imp _interpreters _io _json
	_locale _lsprof _lzma _markupbase _md5 _msi _multibytecodec _multiprocessing _opcode _operator _osx_support
	_overlapped _pickle _posixshmem _posixsubprocess _py_abc _pydecimal _pyio _queue _random _scproxy _sha1
	_sha256 _sha3 _sha512 _signal _sitebuiltins _socket _sqlite3 _sre _ssl _stat _statistics _string _strptime
	_struct _symtable _thread _threading_local _tkinter _tokenize _tracemalloc _typing _uuid _warnings _weakref
	_weakrefset _winapi _zoneinfo abc aifc annotationlib antigravity argparse array ast asynchat asyncio asyncore
	atexit audioop base64 bdb binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs
	codeop collections colorsys compileall compression concurrent configparser contextlib contextvars copy copyreg
	crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings
	ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath
	getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp
	importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox mailcap
	marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path
	numbers opcode operator optparse os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib
	poplib posix posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
	random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve shlex shutil
	signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat
	statistics string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib
	tempfile termios textwrap this threading time timeit tkinter token tokenize tomllib trace traceback
	tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv warnings wave weakref
	webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
`

// standardSubmodules are the modules of the standard library below others, as far as programs import them.
const standardSubmodules = `
	os.path xml.dom xml.dom.minidom xml.dom.pulldom xml.etree xml.etree.ElementTree xml.parsers xml.parsers.expat xml.sax
	xml.sax.handler xml.sax.saxutils xml.sax.xmlreader concurrent.futures concurrent.futures.thread concurrent.futures.process
	importlib.abc importlib.machinery importlib.metadata importlib.resources importlib.util urllib.error urllib.parse
	urllib.request urllib.response urllib.robotparser email.charset email.contentmanager email.encoders email.errors
	email.generator email.header email.headerregistry email.message email.mime email.mime.application email.mime.audio
	email.mime.base email.mime.image email.mime.message email.mime.multipart email.mime.nonmultipart email.mime.text
	email.parser email.policy email.utils logging.config logging.handlers multiprocessing.connection
	multiprocessing.context multiprocessing.managers multiprocessing.pool multiprocessing.process multiprocessing.queues
	multiprocessing.shared_memory multiprocessing.sharedctypes multiprocessing.synchronize multiprocessing.util http.client
	http.cookiejar http.cookies http.server unittest.async_case unittest.case unittest.loader unittest.mock
	unittest.result unittest.runner unittest.suite unittest.util json.decoder json.encoder json.tool collections.abc
	asyncio.base_events asyncio.events asyncio.exceptions asyncio.futures asyncio.locks asyncio.protocols asyncio.queues
	asyncio.streams asyncio.subprocess asyncio.tasks asyncio.transports ctypes.util ctypes.wintypes curses.ascii
	curses.panel curses.textpad dbm.dumb dbm.gnu dbm.ndbm distutils.cmd distutils.command distutils.core distutils.errors
	distutils.spawn distutils.sysconfig distutils.util distutils.version encodings.aliases encodings.idna encodings.utf_8
	ensurepip.__main__ html.entities html.parser lib2to3.pgen2 pydoc_data.topics sqlite3.dbapi2 sqlite3.dump test.support
	tkinter.colorchooser tkinter.constants tkinter.filedialog tkinter.font tkinter.messagebox tkinter.scrolledtext
	tkinter.simpledialog tkinter.ttk wsgiref.handlers wsgiref.headers wsgiref.simple_server wsgiref.types wsgiref.util
	wsgiref.validate xmlrpc.client xmlrpc.server zoneinfo._common
`

var (
	submoduleSet = sync.OnceValue(func() map[string]bool { return wordSet(standardSubmodules) })
	builtinSet   = sync.OnceValue(func() map[string]bool { return wordSet(builtinNames) })
	standardSet  = sync.OnceValue(func() map[string]bool { return wordSet(standardModules) })
)

func wordSet(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

// isStandardModule reports whether a dotted name is a module of the standard library.
func isStandardModule(dotted string) bool { return standardSet()[dotted] || submoduleSet()[dotted] }

func isBuiltin(name string) bool { return builtinSet()[name] }

// isStandard reports whether a dotted module name belongs to the standard library.
func isStandard(module string) bool {
	top, _, _ := strings.Cut(module, ".")
	return standardSet()[top]
}
