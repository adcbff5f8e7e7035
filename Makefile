# One command each. `make test` sets up everything it needs on a machine with Python 3.11 or newer.
UV := $(shell command -v uv 2>/dev/null || echo .uv/bin/uv)
RUN := $(UV) run --quiet

# Tests start hundreds of processes; where Python may not keep what it compiled, each compiles everything anew.
export PYTHONDONTWRITEBYTECODE :=

NO_UV := uv, which installs the rest, could not be fetched. It takes python3 with venv (on Debian and Ubuntu the package python3-venv) and a network; or install uv yourself and do this again.
NO_PYTHON := The packages could not be installed. They take Python 3.11 or newer and a network; UV_PYTHON names a Python that is not on the path. Then do this again.

.PHONY: setup play test tests again thorough check audit sim fortnight leaks fuzz golden mutants bench compile docs clean

# A game that somebody has installed beside ours stays installed.
setup: $(filter .uv/bin/uv,$(UV))
	@$(UV) sync --quiet --inexact || { echo "$(NO_PYTHON)" >&2; exit 1; }

.uv/bin/uv:
	@echo "Fetching uv, which installs the rest, into .uv"
	@{ python3 -m venv .uv && .uv/bin/pip install --quiet uv; } || { echo "$(NO_UV)" >&2; exit 1; }

play: setup
	$(RUN) signoria play $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT)) $(if $(DATA),--data $(DATA))

test: setup
	$(MAKE) --no-print-directory --jobs=2 check tests

tests: setup
	$(RUN) python -m tests.needs
	$(RUN) pytest -n auto --dist worksteal

again: setup
	$(RUN) pytest --last-failed --last-failed-no-failures none

thorough: setup
	THOROUGH=1 $(RUN) pytest -n auto --dist worksteal

check: setup
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy

audit: setup
	$(RUN) python -m tests.audit

mutants: setup
	$(RUN) python -m tests.mutants --seed $(or $(SEED),1) --count $(or $(N),60)

sim: setup
	$(RUN) python -m tests.sim --runs $(or $(N),100) --first $(or $(FIRST),0)

fortnight: setup
	TABLES=$(or $(N),200) $(RUN) pytest -s tests/sim/test_fortnight.py -k a_fortnight_of

leaks: setup
	$(RUN) python -m tests.sim.leaks $(or $(GAME),all) --games $(or $(N),20)

fuzz: setup
	$(RUN) signoria fuzz $(GAME) --games $(or $(N),200)

golden: setup
	$(RUN) signoria golden
	$(RUN) python -m tests.render.goldens

bench: setup
	$(RUN) signoria bench engines

compile: setup
	$(UV) run --quiet --with setuptools signoria compile

clean:
	find engines -name '*.so' -delete
	rm -f *__mypyc*.so
	rm -rf .venv .uv .mypy_cache .pytest_cache .ruff_cache

docs: setup
	NO_MKDOCS_2_WARNING=1 $(RUN) mkdocs build --strict --config-file docs/site/mkdocs.yml
