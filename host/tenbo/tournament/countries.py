"""Countries as results files have them: three letters, those that sport uses."""

from __future__ import annotations

from tenbo_core.errors import Malformed

# Two letters, the three of results files, and the other three letters that some write.
KNOWN = """
AD AND AND  AE UAE ARE  AL ALB ALB  AM ARM ARM  AR ARG ARG  AT AUT AUT  AU AUS AUS  AZ AZE AZE  BA BIH BIH  BE BEL BEL
BG BUL BGR  BR BRA BRA  BY BLR BLR  CA CAN CAN  CH SUI CHE  CL CHI CHL  CN CHN CHN  CO COL COL  CR CRC CRI  CY CYP CYP
CZ CZE CZE  DE GER DEU  DK DEN DNK  DZ ALG DZA  EC ECU ECU  EE EST EST  EG EGY EGY  ES ESP ESP  FI FIN FIN  FR FRA FRA
GB GBR GBR  UK GBR GBR  GE GEO GEO  GR GRE GRC  HK HKG HKG  HR CRO HRV  HU HUN HUN  ID INA IDN  IE IRL IRL  IL ISR ISR
IN IND IND  IR IRI IRN  IS ISL ISL  IT ITA ITA  JP JPN JPN  KR KOR KOR  KZ KAZ KAZ  LI LIE LIE  LT LTU LTU  LU LUX LUX
LV LAT LVA  MA MAR MAR  MC MON MCO  MD MDA MDA  ME MNE MNE  MK MKD MKD  MN MGL MNG  MO MAC MAC  MT MLT MLT  MX MEX MEX
MY MAS MYS  NG NGR NGA  NL NED NLD  NO NOR NOR  NZ NZL NZL  PE PER PER  PH PHI PHL  PL POL POL  PT POR PRT  RO ROU ROU
RS SRB SRB  RU RUS RUS  SE SWE SWE  SG SGP SGP  SI SLO SVN  SK SVK SVK  SM SMR SMR  TH THA THA  TN TUN TUN  TR TUR TUR
TW TPE TWN  UA UKR UKR  US USA USA  UY URU URY  UZ UZB UZB  VE VEN VEN  VN VIE VNM  ZA RSA ZAF
"""

_words = KNOWN.split()
LETTERS: dict[str, str] = dict(zip(_words[0::3], _words[1::3], strict=True))
LETTERS |= dict(zip(_words[2::3], _words[1::3], strict=True))


def three_letters(text: str) -> str:
    """Return the three letters of a country; other codes of three letters stay as they are.

    >>> three_letters("nl"), three_letters("DEU"), three_letters("GBR")
    ('NED', 'GER', 'GBR')
    """
    code = text.strip().upper()
    if code in LETTERS:
        return LETTERS[code]
    if len(code) == 3 and code.isascii() and code.isalpha():
        return code
    raise Malformed("bad_field", f"a country is three letters such as NED, not {text!r}", "country")


def country_of(text: str) -> str:
    """Return a country's three letters; what an older version took and nobody knows stays as it is.

    >>> country_of("UK"), country_of(""), country_of("Holland")
    ('GBR', '', 'Holland')
    """
    try:
        return three_letters(text) if text else ""
    except Malformed:
        return text
