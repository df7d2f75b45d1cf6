# `make run` and `make test` are all a newcomer needs; both install what they need first.
.PHONY: run test check lint format screenshot clean

run:
	@scripts/run

# The window comes first and alone: what it shows for a few seconds has to be seen in time. The client's tests move gigabytes and
# have time limits to meet: they run apart from the others, and one after another.
test: build-tests
	@swift test --skip-build --filter ReaderWindowTests
	@swift test --skip-build --no-parallel --filter RetrieverTests
	@swift test --skip-build --skip "ReaderWindowTests|RetrieverTests"

# What CI runs: nothing unformatted, no warning (the manifest makes them errors), all tests.
check: lint benchmarks documentation fuzz-corpus release test

.PHONY: benchmarks
benchmarks:
	@scripts/setup
	@swift build --package-path Benchmarks
	@cc -O2 -Wall -Wextra -Werror -o Benchmarks/.build/curl-multi Benchmarks/Peers/curl-multi.c -lcurl
	@cd Benchmarks && python3 -B -m unittest --quiet Harness.test_table

# The command as it is given out, with libcurl inside (decision 0017): .build/release/retrieve. That libcurl starts without the
# libraries that are left out shows in a request to where nobody answers, which fails with status 1.
.PHONY: release
release:
	@scripts/setup run
	@swift build -c release --product retrieve
	@! ldd .build/release/retrieve | grep libcurl
	@.build/release/retrieve http://127.0.0.1:1/ 2>/dev/null; [ $$? -eq 1 ]

# That the fuzz targets build and run; `Fuzz/run` lets them look for more.
.PHONY: fuzz-corpus
fuzz-corpus:
	@scripts/setup
	@Fuzz/run all 0

# What the library scores in public test suites; SUITES is the folder they are in. Documentation/conformance.md says more.
.PHONY: conformance
conformance:
	@scripts/setup
	@scripts/conformance "$(SUITES)"

# All tests under the sanitizers for threads and addresses. Takes too long for every check.
.PHONY: sanitize
sanitize:
	@scripts/setup
	@scripts/sanitize

# The guides and the reference as a site; see scripts/documentation.
.PHONY: documentation
documentation:
	@scripts/setup
	@scripts/documentation

# The command, with all that belongs to it.
PREFIX ?= /usr/local
.PHONY: install
install:
	@scripts/setup run
	@scripts/install "$(DESTDIR)$(PREFIX)"

.PHONY: build-tests
build-tests:
	@scripts/setup
	@swift build --build-tests

lint:
	@swift format lint --strict --recursive Sources Tests Package.swift Benchmarks/Sources Benchmarks/Package.swift Fuzz

format:
	@swift format format --in-place --recursive Sources Tests Package.swift Benchmarks/Sources Benchmarks/Package.swift Fuzz

# The pictures in the README, taken by the test that walks through the window.
screenshot: build-tests
	@RETRIEVER_SCREENSHOTS="$(CURDIR)/Documentation/images" swift test --skip-build --filter ReaderWindowTests

clean:
	@swift package clean

# Everyday tasks with retrieve and with HTTPie, curl and aria2; see Documentation/retrieve-compared.md.
.PHONY: compare
compare:
	@scripts/setup benchmarks
	@swift build --product retrieve
	@scripts/compare-retrieve
