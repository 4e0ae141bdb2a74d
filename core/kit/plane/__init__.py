"""Exact geometry on a plane of whole millimetres: no floating point, no rounding but where a function says so.

`measure` compares distances and lengths, `segments` asks where straight lines meet, `polygons` what lies inside.
Every answer is a pure function of whole numbers, the same on every machine.
"""
