"""Letters that belong to a link when they follow its brackets: `[[car]]s`. MediaWiki's `$linkTrail`, by language."""

from __future__ import annotations

_ENGLISH = "a-z"
_FRENCH = "a-zàâçéèêîôûäëïöüùÇÉÂÊÎÔÛÄËÏÖÜÀÈÙ"
_GERMAN = "äöüßa-z"
_PORTUGUESE = "áâãàéêẽçíòóôõq\u0303úüűũa-z"
_NORDIC = "æøåa-z"
_RUSSIAN = "a-zабвгдеёжзийклмнопрстуфхцчшщъыьэюя"
_SERBIAN = "abvgdđežzijklmnoprstćufhcčdšабвгдђежзијклљмнњопрстћуфхцчџшa-z"
_CROATIAN = "čšžćđßa-z"
_DEVANAGARI = "a-z\u0900-\u0963\u0966-\u097f\ua8e0-\ua8ff"

_TRAILS = {
    "an": "a-záéíóúñ",
    "ar": "a-zء-ي",
    "arz": "a-zء-ي",
    "ast": "a-záéíóúñ",
    "az": "a-zçəğıöşü",
    "bar": _GERMAN,
    "be": "абвгґджзеёжзійклмнопрстуўфхцчшыьэюяćčłńśšŭźža-z",
    "be-tarask": "абвгґджзеёжзійклмнопрстуўфхцчшыьэюяćčłńśšŭźža-z",
    "bg": "a-zабвгдежзийклмнопрстуфхцчшщъыьэюя",
    "bn": "\u0980-\u09ff",
    "bs": _CROATIAN,
    "ca": "a-zàèéíòóúç·ïü",
    "cs": "a-záčďéěíňóřšťúůýž",
    "cy": "àáâèéêìíîïòóôûŵŷa-z",
    "da": "a-zæøå",
    "de": _GERMAN,
    "dsb": "äöüßa-zćčěłńóŕśšźž",
    "el": "a-zαβγδεζηθικλμνξοπρστυφχψωςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩάέήίόύώϊϋΐΰΆΈΉΊΌΎΏΪΫ",
    "eo": "a-zĉĝĥĵŝŭ",
    "es": "a-záéíóúñ",
    "et": "äöõšüža-z",
    "fa": "ءآأئؤا-یًٌٍَُِّْٔٓٱA-Za-z\u200c",
    "fi": "a-zäö",
    "fo": "áðíóúýæøa-z",
    "fr": _FRENCH,
    "frp": "a-zàâçéèêîœôû·’æäåāăëēïīòöōùü‘",
    "fur": "a-zàéèíîìóòúù",
    "fy": "a-zàáèéìíòóùúâêîôûäëïöü",
    "gl": _PORTUGUESE,
    "gsw": _GERMAN,
    "als": _GERMAN,
    "he": "a-zא-ת",
    "hi": _DEVANAGARI,
    "hr": _CROATIAN,
    "hsb": "äöüßa-zćčěłńóŕśšźž",
    "hu": "a-záéíóúöüőűÁÉÍÓÚÖÜŐŰ",
    "hy": "a-zաբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև«»",
    "is": "áðéíóúýþæöa-z–-",
    "it": "a-zàéèíîìóòúù",
    "ka": "a-zაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ“»",
    "kk": "a-zäçéğıïñöşüýʺʹа-яёәғіқңөұүһʺʹ",
    "ksh": "äöüėëĳßəğåůæœça-z",
    "ky": "a-zабвгдеёжзийклмнопрстуфхцчшщъыьэюяңөү",
    "lb": _GERMAN,
    "lt": "a-ząčęėįšųūž",
    "lv": "a-zA-ZĀāČčĒēĢģĪīĶķĻļŅņŠšŪūŽž",
    "mk": "a-zабвгдѓежзѕијклљмнњопрстќуфхцчџш",
    "ml": "a-z\u0d02-\u0d7f",
    "mr": _DEVANAGARI,
    "nb": _NORDIC,
    "nds": _GERMAN,
    "ne": _DEVANAGARI,
    "nl": "a-zäöüïëéèà",
    "nn": _NORDIC,
    "no": _NORDIC,
    "oc": "a-zàâçéèêîôû",
    "or": "a-z\u0b00-\u0b7f",
    "pa": "a-z\u0a01-\u0a74",
    "pl": "a-zęóąśłżźćńĘÓĄŚŁŻŹĆŃ",
    "pms": "a-zàéèíîìóòúù",
    "pt": _PORTUGUESE,
    "ro": "a-zăâîşţșțĂÂÎŞŢȘȚ",
    "ru": _RUSSIAN,
    "sa": _DEVANAGARI,
    "scn": "a-zàéèíîìóòúù",
    "se": "a-zàáâçčʒǯđðéèêëǧǥȟíìîïıǩŋñóòôõßšŧúùûýÿüžþæøåäö",
    "sh": _SERBIAN,
    "sk": "a-záäčďéíľĺňóôŕšťúýž",
    "sl": "a-zčćđžš",
    "sq": "a-zçëÇË",
    "sr": _SERBIAN,
    "sv": "a-zåäöéÅÄÖÉ",
    "szl": "a-zęóąśłżźćńĘÓĄŚŁŻŹĆŃ",
    "ta": "\u0b80-\u0bff",
    "te": "\u0c01-\u0c6f",
    "tg": "a-zабвгдеёжзийклмнопрстуфхчшъэюяғӣқўҳҷцщыь",
    "tr": "a-zÇĞçğİıÖöŞşÜüÂâÎîÛû",
    "tt": "a-zäçğıñöşü“»абвгдеёжзийклмнопрстуфхцчшщъыьэюяәөүҗңһ",
    "uk": "a-zабвгґдеєжзиіїйклмнопрстуфхцчшщьєюяёъы“»",
    "ur": "ابپتٹثجچحخدڈذر\u200cڑزژسشصضطظعغفقکگلمنںوؤہھیئےآأءۃ",
    "uz": "a-zʻʼ“»",
    "vi": _FRENCH,
    "yi": "א-ת",
}
_NONE = frozenset({"zh", "zh-classical", "zh-yue", "yue", "gan", "wuu", "lzh"})


def link_trail(lang: str) -> str:
    """A pattern of `re` for the letters that may follow a link and belong to it, in a wiki of this language."""
    if lang in _NONE:
        return ""
    if lang == "ca":
        return f"(?:[{_TRAILS[lang]}]|'(?!'))*"
    return f"[{_TRAILS.get(lang, _ENGLISH)}]*"
