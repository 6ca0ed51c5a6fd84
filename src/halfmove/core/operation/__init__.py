"""Operations: everything that can be asked of Halfmove, each declared once.

A declaration (`request`) says what an operation takes, with a kind (`kinds`), a range and a sentence for each
field, and how its results are found.  From it are made the command of the terminal (`cli.operations`), the
Python function (`function`), the operation over HTTP with its schema (`schema`, `web.api.operations`), the
form in the browser and the reference pages.  `core.operations` knows which there are, and imports none.
"""

from halfmove.core.operation.kinds import Choice as Choice
from halfmove.core.operation.kinds import Decimal as Decimal
from halfmove.core.operation.kinds import File as File
from halfmove.core.operation.kinds import Files as Files
from halfmove.core.operation.kinds import Megabytes as Megabytes
from halfmove.core.operation.kinds import Object as Object
from halfmove.core.operation.kinds import OutputFile as OutputFile
from halfmove.core.operation.kinds import Seconds as Seconds
from halfmove.core.operation.kinds import Settings as Settings
from halfmove.core.operation.kinds import Switch as Switch
from halfmove.core.operation.kinds import Text as Text
from halfmove.core.operation.kinds import TextList as TextList
from halfmove.core.operation.kinds import Texts as Texts
from halfmove.core.operation.kinds import Whole as Whole
from halfmove.core.operation.position import GameRequest as GameRequest
from halfmove.core.operation.position import OptionalGameRequest as OptionalGameRequest
from halfmove.core.operation.position import PositionRequest as PositionRequest
from halfmove.core.operation.request import LIMITS as LIMITS
from halfmove.core.operation.request import LOCAL_FACES as LOCAL_FACES
from halfmove.core.operation.request import OUTPUT as OUTPUT
from halfmove.core.operation.request import OWN_FACES as OWN_FACES
from halfmove.core.operation.request import SEARCH as SEARCH
from halfmove.core.operation.request import Case as Case
from halfmove.core.operation.request import Operation as Operation
from halfmove.core.operation.request import Request as Request
from halfmove.core.operation.request import field as field
from halfmove.core.operation.request import operation as operation
from halfmove.core.operation.request import read_data as read_data
from halfmove.core.operation.request import read_json as read_json
from halfmove.core.operation.request import read_text as read_text
from halfmove.core.operation.work import Work as Work
