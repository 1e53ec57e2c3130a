"""What MediaWiki's languages and Wikimedia's configuration define and a dump does not say, as data.

Sources: the message files of MediaWiki 1.39 (`languages/messages`: namespace aliases and magic words, each language
with the languages it falls back to), and Wikimedia's public configuration (`wmf-config`: namespace aliases of single
wikis, the interwiki map).
"""

from __future__ import annotations


def _by_language(rows: tuple[tuple[str, str], ...]) -> dict[str, tuple[str, ...]]:
    return {language: tuple(names.split("|")) for languages, names in rows for language in languages.split()}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILE_NAMES = _by_language(
    (
        ("ab", "Файл|Изображение"),
        ("ace bjn", "Berkas|Gambar"),
        ("af", "Beeld"),
        ("als bar de frr gsw lb stq sv", "Bild"),
        ("an ay cbk-zam es ext gn guc nah qu", "Imagen"),
        ("ang", "Biliþ"),
        ("ar arz", "صورة"),
        ("ary", "ملف|صورة"),
        ("as", "चित्र|চিত্র"),
        ("ast", "Imaxe|Imaxen|Archivu|Imagen"),
        ("av bxr cv inh koi krc kv lbe mdf mhr mrj myv ru tyv", "Изображение"),
        ("avk", "Ewava|Imagen|Изображение"),
        ("az", "Şəkil"),
        ("azb fa mzn pnb", "تصویر"),
        ("ba", "Рәсем|Изображение"),
        ("ban bug gor id jv mad map-bms min nia", "Gambar"),
        ("bat-smg sgs", "Vaizdas"),
        ("be be-tarask be-x-old", "Выява"),
        ("bg", "Картинка"),
        ("br", "Skeudenn"),
        ("bs hr", "Slika"),
        ("ca oc", "Imatge"),
        ("cdo", "檔案|圖像|圖片|档案|图像|图片"),
        ("ce", "Сурт|Хlум|Изображение"),
        ("ceb", "Imahen"),
        ("co eml fur it lij lld nap pms roa-tara", "Immagine"),
        ("crh", "Ресим|Resim"),
        ("cs sk", "Obrázok"),
        ("csb pl szl", "Grafika"),
        ("cu", "Ви́дъ|Видъ"),
        ("da", "Billede"),
        ("dsb hsb", "Wobraz|Bild"),
        ("dv", "ފައިލް"),
        ("el", "Εικόνα"),
        ("et vep", "Pilt"),
        ("eu", "Irudi"),
        ("ff", "Fichier"),
        ("fi olo smn", "Kuva"),
        ("frp", "Émâge"),
        ("gag", "Dosya|Resim"),
        ("gan hak lzh pwn szy trv zh-classical", "檔案|文件|圖像|圖片|档案|图像|图片"),
        ("gl", "Imaxe|Imagem|Arquivo"),
        ("glk", "پرونده|تصویر"),
        ("haw", "Kiʻi"),
        ("he", "תמונה"),
        ("ht", "Imaj"),
        ("hu", "Kép"),
        ("ia", "Imagine"),
        ("ig", "Ákwúkwó orünotu"),
        ("ii wuu za zh", "文件|档案|图像|图片|檔案|圖像|圖片"),
        ("io", "Imajo"),
        ("ja", "画像"),
        ("ka xmf", "სურათი"),
        ("kaa", "Сурет|سۋرەت|Swret"),
        ("kk", "Swret|سۋرەت"),
        ("kl", "Fil|Billede"),
        ("km", "រូបភាព"),
        ("ko", "그림"),
        ("ksh", "Beld|Belld|Bild"),
        ("la", "Imago"),
        ("lad", "Archivo|Dossia|Imagen"),
        ("lez", "Изображение|Şəkil"),
        ("li", "Aafbeilding|Afbeelding"),
        ("lmo", "Immagine|Imàjine"),
        ("lrc", "أسگ|تصویر"),
        ("mk", "Слика"),
        ("ml", "ചി|ചിത്രം|പ്ര"),
        ("mn", "Зураг"),
        ("ms", "Imej"),
        ("mwl", "Ficheiro|Imagem|Arquivo"),
        ("nan zh-min-nan", "文件|檔案|圖像|圖片|档案|图像|图片"),
        ("nb nn no", "Bilde"),
        ("nds", "Datei"),
        ("nds-nl", "Ofbeelding|Afbeelding"),
        ("nl srn vls zea", "Afbeelding"),
        ("os", "Ныв|Изображение"),
        ("pdc pfl", "Datei|Bild"),
        ("pnt", "Εικόναν|Εικόνα"),
        ("ps", "انځور"),
        ("pt tet", "Imagem|Arquivo"),
        ("rmy ro roa-rup rup", "Imagine|Fişier"),
        ("rue uk", "Зображення|Изображение"),
        ("sa", "चित्रं|चित्रम्"),
        ("sah", "Ойуу|Изображение"),
        ("sc", "Immàgini"),
        ("scn", "Mmàggini|Immagine"),
        ("sd", "عڪس"),
        ("se", "Bilde|Kuva"),
        ("sh sr", "Slika|Слика"),
        ("si", "රූපය"),
        ("sq", "Figura"),
        ("sw", "Picha"),
        ("tay", "biru' na zayzyuwaw|檔案|文件|圖像|圖片|档案|图像|图片"),
        ("te", "బొమ్మ|ఫైలు"),
        ("th", "ภาพ"),
        ("tr", "Resim"),
        ("tt", "Изображение|Рәсем|Räsem"),
        ("udm", "Суред|Изображение"),
        ("ur", "تصویر|ملف"),
        ("uz", "Tasvir"),
        ("vec", "Imàjine|Immagine"),
        ("vi", "Hình"),
        ("vo", "Magod"),
        ("war", "Fayl"),
        ("xal", "Зург|Изображение"),
        ("yi", "בילד|תמונה"),
        ("yo", "Àwòrán"),
        ("yue zh-yue", "檔|檔案|档|档案|圖|圖像|图|图像"),
        ("zh-cn zh-hans", "档案|图像|图片|檔案|圖像|圖片"),
        ("zh-hant zh-tw", "文件|圖像|圖片|档案|图像|图片"),
    )
)
"""Names of the file namespace by language code, besides `File`, `Image` and the wiki's own."""

CATEGORY_NAMES = _by_language(
    (
        ("ab bxr crh kbd kv mdf mhr mrj rue tyv uk", "Категория"),
        ("ace bjn gag kl sq", "Kategori"),
        ("as", "श्रेणी|শ্রেণী"),
        ("ba", "Төркөм"),
        ("bat-smg sgs sr", "Kategorija"),
        ("cdo gan zh-hant zh-tw", "分类"),
        ("ce", "Тоба|Кадегар"),
        ("diq", "Kategoriye"),
        ("ext lij mwl nap", "Categoria"),
        ("ff mg wo", "Catégorie"),
        ("ga", "Rang"),
        ("glk mzn", "رده"),
        ("gom", "श्रेणी"),
        ("hak lzh nan pwn szy tay trv zh-classical zh-min-nan", "分類|分类"),
        ("ig", "Ébéonọr"),
        ("ii wuu za zh", "分类|分類"),
        ("kaa", "Санат|سانات|Sanat"),
        ("kk", "Sanat|سانات"),
        ("km", "ចំណាត់ក្រុម|ចំនាត់ថ្នាក់ក្រុម"),
        ("ksh", "Sachjrop|Saachjrop|Saachjropp|Kattejori|Kategorie|Katejori"),
        ("kw", "Class"),
        ("lad", "Categoría|Katēggoría"),
        ("li pdc", "Kategorie"),
        ("lmo", "Categuria"),
        ("ml", "വി|വ|വിഭാഗം"),
        ("nah", "Categoría"),
        ("nds-nl", "Categorie|Kattegerie"),
        ("or", "ବିଭାଗ"),
        ("pfl", "Kategorie|Kadegorie"),
        ("sh", "Категорија"),
        ("srn", "Categorie"),
        ("szl", "Kategoria"),
        ("tet", "Kategoría"),
        ("tl", "Kaurian"),
        ("tt", "Категория|Törkem"),
        ("uz", "Kategoriya"),
        ("xal", "Янз"),
        ("yi", "קאטעגאריע"),
        ("yue zh-yue", "類|类|分类"),
        ("zh-cn zh-hans", "分類"),
    )
)
"""Names of the category namespace by language code, besides `Category` and the wiki's own."""

WIKI_ALIASES: dict[str, dict[int, str]] = {
    "dewiki": {3: "BD", 5: "WD", 12: "H", 13: "HD", 100: "P", 101: "PD"},
    "enwiki": {5: "WT", 10: "TM"},
    "eswiki": {14: "CAT", 102: "PR"},
    "fawiki": {4: "وپ", 5: "بوپ", 12: "ره", 118: "Draft"},
    "frwiki": {2: "Utilisatrice", 3: "Discussion Utilisatrice", 5: "DW"},
    "hewiki": {4: "וק", 6: "קו", 10: "תב", 12: "עז", 14: "קט", 100: "פ", 118: "טי|Draft"},
    "itwiki": {5: "DW", 10: "T", 14: "CAT", 103: "DP"},
    "jawiki": {1: "トーク", 10: "テンプレート", 12: "ヘルプ", 14: "カテゴリ"},
    "kowiki": {2: "사", 3: "사토", 4: "백", 5: "백토", 100: "들머리|들", 102: "프", 118: "Draft"},
    "nlwiki": {12: "H", 100: "P"},
    "plwiki": {2: "Wikipedystka", 3: "Dyskusja wikipedystki"},
    "ptwiki": {2: "Utilizador", 3: "Utilizador Discussão"},
    "ruwiki": {2: "У|U|Участница", 3: "ОУ|UT", 4: "ВП", 10: "Ш|T", 14: "К", 102: "И", 104: "ПРО", 106: "АК|Arbcom"},
    "trwiki": {1: "T", 2: "K", 4: "VP", 10: "Ş", 12: "Y", 14: "KAT", 100: "P", 102: "VPR"},
    "ukwiki": {4: "ВП"},
    "zhwiki": {2: "U", 3: "UT", 4: "维基百科|維基百科", 5: "WT", 10: "T", 12: "H", 14: "CAT", 100: "P|主题|主題"},
}
"""Short names of namespaces that the largest Wikipedias configure for themselves, by database name and number."""

REDIRECT_WORDS = _by_language(
    (
        ("ab av ba bxr cv koi kv lbe mdf mhr mrj myv ru udm xal", "#перенаправление|#перенапр"),
        ("ace", "#PUPINAH|#ALIH"),
        ("af", "#AANSTUUR"),
        ("als bar de dsb frr gsw hsb pdc pfl stq", "#WEITERLEITUNG"),
        ("an", "#ENDRECERA|#REENDRECERA|#REDIRECCIÓN|#REDIRECCION"),
        ("ar ary arz", "#تحويل"),
        ("arc", "#ܨܘܝܒܐ"),
        ("ast ay cbk-zam es ext gn guc nah", "#REDIRECCIÓN|#REDIRECCION"),
        ("atj bm fr gcr ht kab kbp ln nrm pcd sg shi ty wa wo", "#REDIRECTION"),
        ("avk", "#REDIRECTION|#REDIRECCIÓN|#REDIRECCION|#перенаправление|#перенапр"),
        ("awa hi mai", "#पुनर्प्रेषित|#अनुप्रेषित"),
        ("az", "#İSTİQAMƏTLƏNDİRMƏ|#İSTİQAMƏTLƏNDİR"),
        ("azb fa glk lrc", "#تغییر مسیر|#تغییرمسیر"),
        ("ban bjn bug gor id jv mad map-bms nia su", "#ALIH"),
        ("bat-smg lt sgs", "#PERADRESAVIMAS"),
        ("be-tarask be-x-old", "#перанакіраваньне"),
        ("bg", "#пренасочване|#виж"),
        ("bn bpy", "#পুনর্নির্দেশ|#পুনঃর্নির্দেশ|#পুনঃনির্দেশ|#পুননির্দেশ"),
        ("br", "#ADKAS"),
        ("bs", "#PREUSMJERI"),
        ("ca", "#REDIRECCIÓ|#REDIRECCIO|#REDIRECCION"),
        ("cdo gan hak lzh nan pwn szy tay trv zh-classical zh-hant zh-min-nan zh-tw", "#重新導向|#重定向"),
        ("ce", "#дӀасахьажор'|'#хьажайо'|#перенаправление|#перенапр"),
        ("ckb", "#ڕەوانەکەر"),
        ("co eml fur it lij nap pms roa-tara scn", "#RINVIA|#RINVIO|#RIMANDO"),
        ("cs", "#PŘESMĚRUJ|#presmeruj"),
        ("csb pl szl", "#PATRZ|#PRZEKIERUJ|#TAM"),
        ("cu", "#ПРѢНАПРАВЛЄНИѤ"),
        ("cy", "#ail-cyfeirio|#ailgyfeirio"),
        ("diq", "#HETENAYIŞ"),
        ("el pnt", "#ΑΝΑΚΑΤΕΥΘΥΝΣΗ"),
        ("eo io", "#ALIDIREKTI|#ALIDIREKTU|#AL"),
        ("et vep", "#suuna"),
        ("eu", "#BIRZUZENDU"),
        ("fi olo smn", "#OHJAUS|#UUDELLEENOHJAUS"),
        ("fiu-vro vro", "#saadaq|#suuna"),
        ("frp", "#REDIRÈCCION|#REDIRECTION"),
        ("ga", "#athsheoladh"),
        ("gag", "#YÖNNENDİRMÄKLER|#YÖNNENDİR|#YÖNNENDİRMÄ|#YÖNLENDİRME|#YÖNLENDİR"),
        ("gl", "#REDIRECCIÓN|#REDIRECIONAMENTO"),
        ("haw", "#KIAHOU"),
        ("he", "#הפניה"),
        ("hr", "#Preusmjeri"),
        ("hu", "#ÁTIRÁNYÍTÁS"),
        ("hy", "#ՎԵՐԱՀՂՈՒՄ"),
        ("hyw", "#ՎԵՐԱՀՂՈՒՄ|#ՎԵՐԱՅՂՈՒՄ"),
        ("ig", "#KÚFÙ"),
        ("ii wuu za zh zh-cn zh-hans", "#重定向|#重新導向"),
        ("inh", "#ластар|#перенаправление|#перенапр"),
        ("is", "#tilvísun"),
        ("ja", "#転送|#リダイレクト|＃転送|＃リダイレクト"),
        ("ka xmf", "#გადამისამართება"),
        ("kaa", "#AÝDAW|#АЙДАУ"),
        ("kk", "#АЙДАУ"),
        ("km", "#បញ្ជូនបន្ត|#ប្ដូរទីតាំងទៅ|#ប្តូរទីតាំងទៅ|#ប្ដូរទីតាំង|#ប្តូរទីតាំង|#ប្ដូរចំណងជើង"),
        ("ko", "#넘겨주기"),
        ("krc", "#джибериу|#редирект|#перенаправление|#перенапр"),
        ("ksh", "#ÖMLEIDE OP|#ÖMLEIDE|#LEIDT ÖM OP|#ÖMLEIDUNG|#WEITERLEITUNG"),
        ("ku", "#BERALÎKIRIN"),
        ("kw", "#DASKEDYANS"),
        ("lad", "#DIRIJAR|#DIRECCIÓN|#REDIRECCIÓN|#REDIRECCION"),
        ("lb", "#VIRULEEDUNG|#WEITERLEITUNG"),
        ("lez", "#перенаправление|#перенапр|#İSTİQAMƏTLƏNDİRMƏ|#İSTİQAMƏTLƏNDİR"),
        ("li nl vls zea", "#DOORVERWIJZING"),
        ("lld", "#RINVIA|#RINVIO|#RIMANDO|#RENVIAMENT"),
        ("lmo vec", "#VARDA|#RINVIA|#RINVIO|#RIMANDO"),
        ("mg", "#FIHODINANA|#REDIRECTION"),
        ("min", "#ALIAH|#ALIH"),
        ("mk", "#пренасочување|#види"),
        ("ml", "#തിരിച്ചുവിടുക|#തിരിച്ചുവിടൽ"),
        ("mn", "#ЧИГЛҮҮЛЭГ"),
        ("mr", "#पुनर्निर्देशन|#पुर्ननिर्देशन"),
        ("ms", "#LENCONG"),
        ("mt", "#RINDIRIZZA"),
        ("mwl", "#ANCAMINAR|#REDIRECIONAMENTO"),
        ("mzn", "#بور|#تغییرمسیر|#تغییر مسیر"),
        ("nb no", "#OMDIRIGERING|#OMDIRIGER"),
        ("nds", "#wiederleiden|#WEITERLEITUNG"),
        ("nds-nl", "#DEURVERWIEZING|#DUURVERWIEZING|#DOORVERWIJZING"),
        ("nn", "#OMDIRIGER|#OMDIRIGERING"),
        ("oc", "#REDIRECCION|#REDIRECCIÓ|#REDIRECCIO|#REDIRECTION"),
        ("or", "#ଲେଉଟାଣି"),
        ("os", "#ÆРВИТÆН|#ÆРВЫСТ|#РАРВЫСТ|#перенаправление|#перенапр"),
        ("pa", "#ਰੀਡਿਰੈਕਟ"),
        ("pnb", "#مڑجوڑ"),
        ("pt tet", "#REDIRECIONAMENTO"),
        ("qu", "#PUSAPUNA|#REDIRECCIÓN|#REDIRECCION"),
        ("rm", "#RENVIAMENT"),
        ("rmy ro roa-rup rup", "#REDIRECTEAZA"),
        ("rue uk", "#ПЕРЕНАПРАВЛЕННЯ|#ПЕРЕНАПР|#перенаправление"),
        ("sa", "#पुनर्निर्दिष्टम्|#अनुप्रेषितम्|#पुनर्निदेशन|#अनुप्रेषित|#पुनर्प्रेषित"),
        ("sah", "#утаарыы|#утр|#перенаправление|#перенапр"),
        ("sd", "#چوريو"),
        ("se", "#STIVREN|#OĐĐASITSTIVREN|#OMDIRIGERING|#OHJAUS|#UUDELLEENOHJAUS"),
        ("sh", "#PREUSMJERI|#PREUSMERI"),
        ("si", "#යළියොමුව"),
        ("sk", "#presmeruj|#PŘESMĚRUJ"),
        ("sl", "#PREUSMERITEV"),
        ("sq", "#RIDREJTO"),
        ("sr", "#Преусмери|#Преусмјери"),
        ("srn", "#STIR|#DOORVERWIJZING"),
        ("sv", "#OMDIRIGERING"),
        ("ta", "#வழிமாற்று"),
        ("te", "#దారిమార్పు"),
        ("tg", "#равона"),
        ("th", "#เปลี่ยนทาง"),
        ("tly", "#TOJƏDƏN İSTİĞOMƏT DOY"),
        ("tr", "#YÖNLENDİRME|#YÖNLENDİR"),
        ("tt", "#ЮНӘЛТҮ|#перенаправление|#перенапр"),
        ("tyv", "#көжүрүлге|#ШИГЛЕДИР|#перенаправление|#перенапр"),
        ("ur", "#رجوع مکرر"),
        ("uz", "#YOʻNALTIRISH|#YONALTIRISH"),
        ("vi", "#đổi"),
        ("yi", "#ווייטערפירן|#הפניה"),
    )
)
"""Words that begin a redirect page by language code, besides `#REDIRECT`; in any case."""

LANGUAGES = _words(
    "aa ab ace ady af ak als alt am ami an ang ann anp ar arc ary arz as ast atj av avk awa ay az azb ba ban "
    "bar bat-smg bbc bcl bdr be be-tarask be-x-old bew bg bh bi bjn blk bm bn bo bpy br bs btm bug bxr ca "
    "cbk-zam cdo ce ceb ch cho chr chy ckb co cr crh cs csb cu cv cy cz da dag de dga din diq dk dsb dtp dty "
    "dv dz ee egl el eml en eo epo es et eu ext fa fat ff fi fiu-vro fj fo fon fr frp frr fur fy ga gag gan "
    "gcr gd gl glk gn gom gor got gpe gsw gu guc gur guw gv ha hak haw he hi hif ho hr hsb ht hu hy hyw hz "
    "ia iba id ie ig igl ii ik ilo inh io is it iu ja jam jbo jp jv ka kaa kab kbd kbp kcg kg kge ki kj kk "
    "kl km kn knc ko koi kr krc ks ksh ku kus kv kw ky la lad lb lbe lez lfn lg li lij lld lmo ln lo lrc lt "
    "ltg lv lzh mad mai map-bms mdf mg mh mhr mi min minnan mk ml mn mni mnw mo mos mr mrj ms mt mus mwl my "
    "myv mzn na nah nan nap nb nds nds-nl ne new ng nia nl nn no nov nqo nr nrm nso nup nv ny oc olo om or "
    "os pa pag pam pap pcd pcm pdc pfl pi pih pl pms pnb pnt ps pt pwn qu rki rm rmy rn ro roa-rup roa-tara "
    "rsk ru rue rup rw sa sah sat sc scn sco sd se sg sgs sh shi shn shy si simple sk skr sl sm smn sn so sq "
    "sr srn ss st stq su sv sw syl szl szy ta tay tcy tdd te tet tg th ti tig tk tl tly tn to tpi tr trv ts "
    "tt tum tw ty tyv udm ug uk ur uz ve vec vep vi vls vo vro wa war wo wuu xal xh xmf yi yo yue za zea zgh "
    "zh zh-cfr zh-classical zh-cn zh-min-nan zh-tw zh-yue zu "
)
"""Prefixes of interlanguage links: the codes of Wikipedia's languages, past and present."""

INTERWIKI = _words(
    "acronym advisory appropedia arxiv b betawiki betawikiversity bibcode bugzilla bulba c c2 c2find cache "
    "chapter citizendium commons creativecommons d dbdump dcc delicious dict dictionary disinfopedia dmoz "
    "doi donate dpd drae emacswiki esolang etherpad ethnologue finalfantasy flickrphoto flickruser foldoc "
    "foundation freebsdman freenode gentoo gerrit git google googledefine googlegroups gutenberg "
    "hackerspaces hdl hrwiki iarchive imdbcharacter imdbcompany imdbname imdbtitle incubator irc iso639-3 "
    "issn jira jstor kamelo labsconsole libreplanet linguistlist linuxwiki lojban lostpedia luxo m mail "
    "mailarchive mariowiki marveldatabase mediawikiwiki mediazilla memoryalpha meta metawiki metawikimedia "
    "metawikipedia moinmoin mozillawiki mozillazinekb musicbrainz mw mwod mwot n nara nost nostalgia "
    "oeis oldwikisource olpc onelook openlibrary openstreetmap openwetware orthodoxwiki osmwiki otrs "
    "otrswiki outreach outreachwiki owasp petscan phab phabricator planetmath pmid policy proofwiki pyrev q "
    "quality quarry rev rfc rodovid rt s scholar schoolswp scores securewikidc semantic-mw senseislibrary "
    "silcode slashdot sourceforge spcom species squeak stats stewardry strategy strategywiki sulutil svn "
    "tclerswiki technorati tenwiki test2wiki testwiki testwikidata tfwiki ticket tmbw toolforge toollabs "
    "tools translatewiki tswiki tviv tvtropes twiki uncyclopedia unihan urbandict usability usemod utrs v "
    "viaf vikidia voipinfo votewiki voy w werelate wg wikia wikiapiary wikiasite wikibooks wikichristian "
    "wikicities wikicity wikiconference wikidata wikif1 wikifunctions wikifur wikihow wikiindex wikilivres "
    "wikimania wikimedia wikinews wikinfo wikinvest wikipedia wikipediawikipedia wikiquote wikiskripta "
    "wikisophia wikisource wikispecies wikispot wikitech wikitree wikiversity wikivoyage wikiwikiweb wikt "
    "wiktionary wmania wmf wmfblog wmteam wookieepedia wowwiki zum "
)
"""Other prefixes of Wikimedia's interwiki map: sister projects, Wikimedia's services, the sites most linked to."""

URL_SCHEMES = (
    "//", "bitcoin:", "ftp://", "ftps://", "geo:", "git://", "gopher://", "http://", "https://", "irc://", "ircs://",
    "magnet:", "mailto:", "matrix:", "mms://", "news:", "nntp://", "redis://", "sftp://", "sip:", "sips:", "sms:",
    "ssh://", "svn://", "tel:", "telnet://", "urn:", "worldwind://", "xmpp:",
)  # fmt: skip
"""Beginnings that make `[[target]]` no internal link."""
