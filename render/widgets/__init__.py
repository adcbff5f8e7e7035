"""Widgets shared by all boards: stones, pieces, header, ribbon, chronicle, rings, candidates."""
