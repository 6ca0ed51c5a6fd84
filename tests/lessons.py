"""Trees that several tests of the laboratory tell, draw and step through."""

FIG_5_2 = {
    "name": "A",
    "children": {
        "a1": {"name": "B", "children": {"b1": 3, "b2": 12, "b3": 8}},
        "a2": {"name": "C", "children": {"c1": 2, "c2": 4, "c3": 6}},
        "a3": {"name": "D", "children": {"d1": 14, "d2": 5, "d3": 2}},
    },
}
"""Russell and Norvig, 4th ed., fig. 5.2, with the names of the figure."""
