"""Country codes of results files: the three letters of the IOC."""

from __future__ import annotations

from tenbo_core.errors import Malformed
from tenbo_core.sentences import join_sentences, sentence

# The two letters of ISO 3166, the three of the IOC, the three of ISO 3166, and the English name.
KNOWN = """
AD AND AND Andorra; AE UAE ARE United Arab Emirates; AF AFG AFG Afghanistan; AG ANT ATG Antigua and Barbuda;
AL ALB ALB Albania; AM ARM ARM Armenia; AO ANG AGO Angola; AR ARG ARG Argentina; AS ASA ASM American Samoa;
AT AUT AUT Austria; AU AUS AUS Australia; AW ARU ABW Aruba; AZ AZE AZE Azerbaijan; BA BIH BIH Bosnia and Herzegovina;
BB BAR BRB Barbados; BD BAN BGD Bangladesh; BE BEL BEL Belgium; BF BUR BFA Burkina Faso; BG BUL BGR Bulgaria;
BH BRN BHR Bahrain; BI BDI BDI Burundi; BJ BEN BEN Benin; BM BER BMU Bermuda; BN BRU BRN Brunei; BO BOL BOL Bolivia;
BR BRA BRA Brazil; BS BAH BHS Bahamas; BT BHU BTN Bhutan; BW BOT BWA Botswana; BY BLR BLR Belarus; BZ BIZ BLZ Belize;
CA CAN CAN Canada; CD COD COD Democratic Republic of the Congo; CF CAF CAF Central African Republic; CG CGO COG Congo;
CH SUI CHE Switzerland; CI CIV CIV Ivory Coast; CK COK COK Cook Islands; CL CHI CHL Chile; CM CMR CMR Cameroon;
CN CHN CHN China; CO COL COL Colombia; CR CRC CRI Costa Rica; CU CUB CUB Cuba; CV CPV CPV Cape Verde;
CY CYP CYP Cyprus; CZ CZE CZE Czechia; DE GER DEU Germany; DJ DJI DJI Djibouti; DK DEN DNK Denmark;
DM DMA DMA Dominica; DO DOM DOM Dominican Republic; DZ ALG DZA Algeria; EC ECU ECU Ecuador; EE EST EST Estonia;
EG EGY EGY Egypt; ER ERI ERI Eritrea; ES ESP ESP Spain; ET ETH ETH Ethiopia; FI FIN FIN Finland; FJ FIJ FJI Fiji;
FM FSM FSM Micronesia; FR FRA FRA France; GA GAB GAB Gabon; GB GBR GBR United Kingdom; GD GRN GRD Grenada;
GE GEO GEO Georgia; GH GHA GHA Ghana; GM GAM GMB Gambia; GN GUI GIN Guinea; GQ GEQ GNQ Equatorial Guinea;
GR GRE GRC Greece; GT GUA GTM Guatemala; GU GUM GUM Guam; GW GBS GNB Guinea-Bissau; GY GUY GUY Guyana;
HK HKG HKG Hong Kong; HN HON HND Honduras; HR CRO HRV Croatia; HT HAI HTI Haiti; HU HUN HUN Hungary;
ID INA IDN Indonesia; IE IRL IRL Ireland; IL ISR ISR Israel; IN IND IND India; IQ IRQ IRQ Iraq; IR IRI IRN Iran;
IS ISL ISL Iceland; IT ITA ITA Italy; JM JAM JAM Jamaica; JO JOR JOR Jordan; JP JPN JPN Japan; KE KEN KEN Kenya;
KG KGZ KGZ Kyrgyzstan; KH CAM KHM Cambodia; KI KIR KIR Kiribati; KM COM COM Comoros; KN SKN KNA Saint Kitts and Nevis;
KP PRK PRK North Korea; KR KOR KOR South Korea; KW KUW KWT Kuwait; KY CAY CYM Cayman Islands; KZ KAZ KAZ Kazakhstan;
LA LAO LAO Laos; LB LBN LBN Lebanon; LC LCA LCA Saint Lucia; LI LIE LIE Liechtenstein; LK SRI LKA Sri Lanka;
LR LBR LBR Liberia; LS LES LSO Lesotho; LT LTU LTU Lithuania; LU LUX LUX Luxembourg; LV LAT LVA Latvia;
LY LBA LBY Libya; MA MAR MAR Morocco; MC MON MCO Monaco; MD MDA MDA Moldova; ME MNE MNE Montenegro;
MG MAD MDG Madagascar; MH MHL MHL Marshall Islands; MK MKD MKD North Macedonia; ML MLI MLI Mali; MM MYA MMR Myanmar;
MN MGL MNG Mongolia; MO MAC MAC Macau; MR MTN MRT Mauritania; MT MLT MLT Malta; MU MRI MUS Mauritius;
MV MDV MDV Maldives; MW MAW MWI Malawi; MX MEX MEX Mexico; MY MAS MYS Malaysia; MZ MOZ MOZ Mozambique;
NA NAM NAM Namibia; NE NIG NER Niger; NG NGR NGA Nigeria; NI NCA NIC Nicaragua; NL NED NLD Netherlands;
NO NOR NOR Norway; NP NEP NPL Nepal; NR NRU NRU Nauru; NZ NZL NZL New Zealand; OM OMA OMN Oman; PA PAN PAN Panama;
PE PER PER Peru; PG PNG PNG Papua New Guinea; PH PHI PHL Philippines; PK PAK PAK Pakistan; PL POL POL Poland;
PR PUR PRI Puerto Rico; PS PLE PSE Palestine; PT POR PRT Portugal; PW PLW PLW Palau; PY PAR PRY Paraguay;
QA QAT QAT Qatar; RO ROU ROU Romania; RS SRB SRB Serbia; RU RUS RUS Russia; RW RWA RWA Rwanda;
SA KSA SAU Saudi Arabia; SB SOL SLB Solomon Islands; SC SEY SYC Seychelles; SD SUD SDN Sudan; SE SWE SWE Sweden;
SG SGP SGP Singapore; SI SLO SVN Slovenia; SK SVK SVK Slovakia; SL SLE SLE Sierra Leone; SM SMR SMR San Marino;
SN SEN SEN Senegal; SO SOM SOM Somalia; SR SUR SUR Suriname; SS SSD SSD South Sudan; ST STP STP Sao Tome and Principe;
SV ESA SLV El Salvador; SY SYR SYR Syria; SZ SWZ SWZ Eswatini; TD CHA TCD Chad; TG TOG TGO Togo; TH THA THA Thailand;
TJ TJK TJK Tajikistan; TL TLS TLS Timor-Leste; TM TKM TKM Turkmenistan; TN TUN TUN Tunisia; TO TGA TON Tonga;
TR TUR TUR Turkey; TT TTO TTO Trinidad and Tobago; TV TUV TUV Tuvalu; TW TPE TWN Taiwan; TZ TAN TZA Tanzania;
UA UKR UKR Ukraine; UG UGA UGA Uganda; US USA USA United States; UY URU URY Uruguay; UZ UZB UZB Uzbekistan;
VA VAT VAT Vatican; VC VIN VCT Saint Vincent and the Grenadines; VE VEN VEN Venezuela;
VG IVB VGB British Virgin Islands; VI ISV VIR United States Virgin Islands; VN VIE VNM Vietnam; VU VAN VUT Vanuatu;
WS SAM WSM Samoa; XK KOS XKX Kosovo; YE YEM YEM Yemen; ZA RSA ZAF South Africa; ZM ZAM ZMB Zambia;
ZW ZIM ZWE Zimbabwe
"""

NAMES: dict[str, str] = {}
LETTERS = {"UK": "GBR"}
_rows = [row.split(maxsplit=3) for row in KNOWN.split(";")]
for _two, _sport, _three, _name in _rows:
    NAMES[_sport] = _name.strip()
    LETTERS |= {_two: _sport, _three: _sport}
# If IOC and ISO use the same letters for two countries, the IOC's hold: BRN is Bahrain.
LETTERS |= {_sport: _sport for _sport in NAMES}

# Other common codes; the error message names the country that is probably meant.
MEANT = {
    "HOLLAND": "NED", "HOL": "NED", "ENGLAND": "GBR", "ENG": "GBR", "SCOTLAND": "GBR", "SCO": "GBR", "WALES": "GBR",
    "WAL": "GBR", "GREAT BRITAIN": "GBR", "EIRE": "IRL", "SWI": "SUI", "KOREA": "KOR",
}  # fmt: skip

# The minimal similarity of a suggestion, and how many suggestions are shown.
_NEAR, _TOLD = 0.6, 3


def parse_country(text: str) -> str:
    """Return the three letters of a country; raise an error with suggestions for an unknown one.

    >>> parse_country("nl"), parse_country("DEU"), parse_country("GBR")
    ('NED', 'GER', 'GBR')
    """
    code = text.strip().upper()
    if code in LETTERS:
        return LETTERS[code]
    message: str = sentence(
        "country_letters", "a country code must be three letters such as NED, not {text}", text=repr(text[:40])
    )
    if near := _suggestion(code):
        message = join_sentences([message, sentence("meant_perhaps", "did you mean {near}?", near=near)])
    elif code.isalpha() and len(code) == len("NED"):
        message = sentence(
            "country_unknown",
            "a country code must be three letters such as NED; no country has {letters}",
            letters=repr(text[:40]),
        )
    raise Malformed("bad_field", message, "country")


def _suggestion(code: str) -> str:
    """Return the countries that are probably meant by an unknown code.

    >>> _suggestion("HOL"), _suggestion("GERMNAY"), _suggestion("Q")
    ('NED (Netherlands)', 'GER (Germany)', '')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only for an unknown code

    if code in MEANT:
        near = [MEANT[code]]
    elif len(code) > len("NED"):
        spelt = {name.upper(): letters for letters, name in NAMES.items()}
        near = [spelt[name] for name in get_close_matches(code[:40], list(spelt), n=1)]
    else:
        near = sorted(get_close_matches(code, list(NAMES), n=_TOLD, cutoff=_NEAR))
    return " or ".join(f"{letters} ({NAMES[letters]})" for letters in near)


def country_code(text: str) -> str:
    """Return a country's three letters; an unknown text from an older version stays unchanged.

    >>> country_code("UK"), country_code(""), country_code("Holland")
    ('GBR', '', 'Holland')
    """
    try:
        return parse_country(text) if text else ""
    except Malformed:
        return text
