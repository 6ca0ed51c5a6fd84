"""What axe-core finds wrong with a page, by its rules for WCAG 2.2, level AA, and its best practices."""

RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def violations(axe, page, rules=RULES):
    """What axe finds wrong with the page as it stands, a line for each element; it describes nothing else."""
    found = axe.run(page, options={"runOnly": rules, "resultTypes": ["violations"]}).response
    return [
        f"{page.url}: {wrong['id']}: {node['target']} {node['html'][:120]}"
        for wrong in found["violations"]
        for node in wrong["nodes"]
    ]
