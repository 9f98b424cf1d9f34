# Every target works alone on a fresh machine: it sets up what it needs, once.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= $(shell nproc)
GL_PACKAGES := libegl1 libgl1 libgl1-mesa-dri
KERNELS := $(shell find outrider -name '_kernels*.py') outrider/core/jit.py

# BLAS on one thread: its results depend on how many there are.
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help setup demo test test-all check bench fmt lock clean

help:  ## Show the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(VENV)/.warm  ## Make .venv from the lock and compile the kernels

demo: setup  ## Show a team at work
	@$(BIN)/outrider demo

test: setup  ## Run the tests
	@$(BIN)/python -m pytest -q -n $(WORKERS)

test-all: setup  ## Run the tests with full counts
	@OUTRIDER_FULL=1 $(BIN)/python -m pytest -q -n $(WORKERS) -m ""

check: $(VENV)/.package  ## Lint, format, types and import rules
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --cache-dir .import_linter_cache

bench: setup  ## Print measured figures beside their targets; NAMES="swarm/core …" picks some
	@$(BIN)/outrider bench $(NAMES)

fmt: $(VENV)/.package  ## Format, and fix what can be fixed
	@$(BIN)/ruff check --fix-only .
	@$(BIN)/ruff format .

lock: $(VENV)/.package  ## Resolve the dependencies anew, with hashes
	@scripts/lock $(BIN)

clean:  ## Remove everything that was made
	@rm -rf $(VENV) build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "$(PYTHON) is too old: Outrider needs Python 3.11 or newer; run: make PYTHON=python3.11 $(MAKECMDGOALS)"; exit 2; }
	@if ! $(PYTHON) -c 'import ensurepip, venv' 2> /dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y python3-venv > /dev/null; \
	  else \
	    echo "Python's venv module is missing; run: sudo apt-get install python3-venv"; exit 2; \
	  fi; \
	fi
	@echo "making $(VENV)"
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.gl: $(VENV)/.python
	@if ! $(PYTHON) -c 'import ctypes; [ctypes.CDLL(f"lib{name}.so.1") for name in ("EGL", "GL")]' 2> /dev/null; then \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get > /dev/null; then \
	    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y $(GL_PACKAGES) > /dev/null; \
	  else \
	    echo "OpenGL is missing: looks at worlds and their tests need it; run: sudo apt-get install $(GL_PACKAGES)"; \
	  fi; \
	fi
	@touch $@

$(VENV)/.lock: requirements.lock $(VENV)/.python
	@echo "installing what requirements.lock lists"
	@$(BIN)/python -m pip install -q --require-hashes --no-deps -r requirements.lock
	@touch $@

$(VENV)/.package: pyproject.toml $(VENV)/.lock
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.warm: $(KERNELS) $(VENV)/.package $(VENV)/.gl
	@echo "compiling the kernels (once)"
	@$(BIN)/outrider doctor --warm
	@touch $@
