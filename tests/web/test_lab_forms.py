"""The forms of the laboratory: their fields are those of operations, limits hold, old links are read."""

import pytest

from halfmove.core.errors import BadInput
from halfmove.search.montecarlo.plan import Settings
from halfmove.teach.equilibrium import EquilibriumRequest
from halfmove.teach.montecarlo.request import SimulateRequest
from halfmove.teach.trace import teachable
from halfmove.web.catalogue import Catalogue
from halfmove.web.lessons import equilibria, links, searches, simulations
from halfmove.web.lessons.operations import read_as

pytestmark = pytest.mark.one_speed

OPTIONS = {key for algorithm in teachable().values() for key in algorithm.lesson.options}


@pytest.mark.parametrize(
    ("family", "request_class", "others"),
    [
        (searches.FAMILY, searches.LaboratoryRequest, OPTIONS),
        (simulations.FAMILY, SimulateRequest, set(Settings.known())),
        (equilibria.REGRET, EquilibriumRequest, set()),
    ],
)
def test_every_control_is_a_field_of_the_operation_or_an_option_of_the_search(family, request_class, others):
    controls = set(links._controls(family.form({}, Catalogue())))
    assert controls > {"game"}
    assert controls <= set(request_class.fields()) | others


def test_a_text_is_as_long_as_is_declared():
    with pytest.raises(BadInput, match="'tree' may have 8,000 letters, not 9,000"):
        read_as(searches.LaboratoryRequest, {"tree": "1" * 9000})


def test_a_link_of_an_earlier_release_has_the_fields_of_now():
    old = {"set": "width=5,height=4 k=3", "unique_best": "no", "seed": "1,2"}
    assert links.renamed(old) == {"parameters": "width=5 height=4 k=3", "one_best": "no", "seed": "1,2"}
