"""The commands. Each module has `add(commands)`, which sets `run` on its parser; `bench_<name>` has `measure`."""
