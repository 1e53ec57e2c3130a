# `make help` lists the targets. Each makes the virtual environment it needs first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# The tests start hundreds of Pythons, and each would compile the project anew where this is set.
unexport PYTHONDONTWRITEBYTECODE
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help run format check test test-builds reference wheel sample clean clean-data

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/installed ## build the sample's corpora and train models on them
	$(BIN)/wiki-ner build BuildAll --workers 2

format: $(VENV)/installed-test ## format the code and fix what can be fixed by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

check: $(VENV)/installed-test ## between two changes: style, types, and the tests of what changed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	tests=$$($(BIN)/python -m tests.support.changed) && $(BIN)/pytest -m 'not servers and not builds and not experiments' --numprocesses 2 --dist loadfile $$tests

test: $(VENV)/installed-test ## style, types and all tests but those of test-builds
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses 2 --dist loadfile

test-builds: $(VENV)/installed-test ## tests that build the sample again: other settings, stores, engines, faults, the docs' commands
	$(BIN)/pytest -m builds --numprocesses 2 --dist loadfile

reference: $(VENV)/installed ## write the pages of docs/reference and the README's table of datasets anew from the code
	$(BIN)/python -m pipelines.reference .

wheel: $(VENV)/installed-test ## build the wheel and the source distribution into dist/; .ci/wheel tries the wheel
	rm -rf dist
	$(BIN)/python -m build

sample: $(VENV)/installed ## make the files of the sample wiki anew from the articles below sample/
	$(BIN)/python sample/make.py
	$(BIN)/python -m sample.ner
	$(BIN)/python -m sample.vectors

clean: ## delete the virtual environment, the packages and what was built from the sample
	rm -rf $(VENV) dist *.egg-info data/samplewiki-20260901 data/samplewiki-20260901-preview

clean-data: ## delete everything below data, builds and trainings that took hours included
	rm -rf data

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11, 5) and "Python 3.11.5 or newer is needed; name one with make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[training]'
	touch $@

$(VENV)/installed-test: $(VENV)/installed
	$(PIP) --editable '.[training,test,dev]'
	touch $@
