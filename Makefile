# `make run` builds the sample's corpora and trains models on them, `make test` runs the checks; both make the virtual environment first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run test sample clean

run: $(VENV)/installed
	$(BIN)/luigi --module pipelines BuildAll --local-scheduler --workers 2

test: $(VENV)/installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest --numprocesses 2 --dist loadfile

# The sample wiki's files and its annotated data, from the articles under sample/.
sample: $(VENV)/installed
	$(BIN)/python sample/make.py
	$(BIN)/python -m sample.ner

$(VENV)/installed: pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name one with make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) --editable '.[training]'
	touch $@

$(VENV)/installed-test: $(VENV)/installed
	$(PIP) --editable '.[training,test,dev]'
	touch $@

clean:
	rm -rf $(VENV) data *.egg-info
