"""Every setting refuses what it does not allow, in one line that names it, from the one table of its declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import luigi
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luigi.task_register import Register

import pipelines
from schemas.errors import InputError
from tasks.by_run import ByRun
from tasks.luigi_private import default_of, has_default
from tasks.settings import lists
from tasks.settings import parameters as kinds
from tasks.settings.quality import ByProfile
from tasks.settings.syntax import items
from tests.support.hostile import HOSTILE


def _table() -> Iterator[tuple[str, str, luigi.Parameter]]:
    """Section, name and parameter of each setting of the project."""
    assert pipelines.__all__  # the import has registered them
    for section in sorted(Register.task_names()):
        if "." not in section:
            cls = Register.get_task_cls(section)
            if cls.__module__.split(".")[0] in ("tasks", "pipelines"):
                yield from ((section, name, parameter) for name, parameter in cls.get_params())


TABLE = list(_table())
NAMES = [f"{section}.{name}" for section, name, _ in TABLE]
each_setting = pytest.mark.parametrize(("section", "name", "parameter"), TABLE, ids=NAMES)

_PATHS = {"long", "null", "control", "scheme", "nobody", "surrogate", "quoted", "in quotes", "comment"}
_OWN_LINE = "; a comment stands on a line of its own"
_NAMES = {"parent", "here", "separator", "climb", "underscore", "hidden", "long", "null", "line", "control"}
REFUSED: dict[type[luigi.Parameter], set[str]] = {
    kinds.Int: set(HOSTILE) - {"zero", "port"},
    kinds.Float: set(HOSTILE) - {"zero", "fraction", "port"},
    kinds.Bool: set(HOSTILE),
    kinds.Choice: set(HOSTILE),
    kinds.Name: {"empty", "blank", "home", "root", "url", "negative", "surrogate", *_NAMES},
    lists.Names: {"empty", "blank", "list", *_NAMES},
    lists.NamedPairs: {"empty", "blank", "list", *_NAMES},
    lists.Choices: set(HOSTILE),
    lists.Knowns: set(HOSTILE),
    kinds.Known: set(HOSTILE),
    lists.Pairs: set(HOSTILE),
    lists.Numbers: set(HOSTILE) - {"zero", "port"},
    lists.Sizes: set(HOSTILE) - {"zero", "fraction", "port"},
    kinds.Address: set(HOSTILE),
    kinds.Contact: {"empty", "blank", "text", "null", "line", "control", "parent", "long", "surrogate", "list"},
    kinds.Options: {"empty", "blank", "text", "null", "line", "control", "parent", "surrogate", "negative", "list"},
    kinds.Root: {"empty", "blank", "parent", "here", "root", "home", "line", *_PATHS},
    kinds.LocalPath: {"empty", "blank", "line", *_PATHS},
    kinds.Path: {"empty", "blank", *_PATHS},
    kinds.Folders: set(HOSTILE) - {"root"},
    kinds.EncoderName: {"empty", "blank", "line", *_PATHS},
}


def _kind(parameter: luigi.Parameter) -> type[luigi.Parameter]:
    return next(kind for kind in type(_inner(parameter)).__mro__ if kind in REFUSED)


def _inner(parameter: luigi.Parameter) -> luigi.Parameter:
    """What a setting is where it is not left to the profile, and where it is the same for all runs."""
    return parameter.kind if isinstance(parameter, ByProfile | ByRun) else parameter


@each_setting
def test_hostile_values_are_refused_by_name(section: str, name: str, parameter: luigi.Parameter) -> None:
    refused = set()
    for kind, value in HOSTILE.items():
        try:
            parameter.normalize(parameter.parse(value))
        except InputError as error:
            refused.add(kind)
            if kind in ("empty", "blank", "list") and isinstance(_inner(parameter), kinds.Path):
                assert str(error) == f"{name} in [{section}] is empty: name a {_inner(parameter).kind}"
                continue
            assert str(error).startswith(f"{name} in [{section}] = ")
            hint = "; leave out the quotes" if "quote" in kind else _OWN_LINE if kind == "comment" else ""
            assert str(error).endswith(f": must be {parameter.allowed}{hint}")
            assert str(error).isprintable() and len(str(error)) < 1000
    expected = REFUSED[_kind(parameter)]
    if getattr(_inner(parameter), "optional", False):
        expected = expected - {"empty", "blank", "list"}
    if getattr(_inner(parameter), "least", 0) < 0:
        expected = expected - {"negative"}
    assert expected <= refused, f"{expected - refused} were accepted"


@each_setting
def test_what_is_declared_is_allowed_and_bounded(section: str, name: str, parameter: luigi.Parameter) -> None:
    if has_default(parameter):
        default = default_of(parameter)
        parameter.normalize(default)
        assert parameter.parse(parameter.serialize(default)) == default
    assert parameter.description, f"{name} in [{section}] has no meaning"
    assert parameter.allowed == parameter.allowed.strip() != ""
    inner = _inner(parameter)
    for choice in getattr(inner, "names", ()):
        assert parameter.parse(parameter.serialize(choice)) == choice
    if isinstance(inner, kinds.Int | kinds.Float):
        for bound in (inner.least, inner.most):
            assert parameter.normalize(bound) == (str(bound) if isinstance(parameter, ByRun) else bound)
            assert parameter.parse(parameter.serialize(parameter.normalize(bound))) == parameter.normalize(bound)
        for beyond in (inner.least - 1, inner.most + 1, float("nan"), float("inf")):
            with pytest.raises(InputError):
                parameter.normalize(beyond)


@settings(max_examples=30)
@given(value=st.text() | st.floats().map(str) | st.integers().map(str))
@each_setting
def test_no_text_breaks_a_setting(section: str, name: str, parameter: luigi.Parameter, value: str) -> None:
    try:
        found = parameter.normalize(parameter.parse(value))
    except InputError as error:
        empty = f"{name} in [{section}] is empty: name a {getattr(_inner(parameter), 'kind', '')}"
        assert str(error) == empty or str(error).startswith(f"{name} in [{section}] = ")
        assert str(error).isprintable()
    else:
        assert parameter.normalize(found) == found


@pytest.mark.parametrize(
    ("value", "root"),
    [("data", "data"), ("../ner", "../ner"), ("~/ner", "/home/ann/ner"), ("s3://bucket/ner", "s3://bucket/ner")],
)
def test_a_root_may_be_relative_or_at_home(value: str, root: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ann")
    [parameter] = [each for section, name, each in TABLE if (section, name) == ("Build", "root")]
    assert parameter.normalize(value) == root


@pytest.mark.parametrize(
    "value", ["http://host:99999/", "http://host:x/", "http://host:0/", "http://[::1/", "http://:80/"]
)
def test_an_address_names_a_server_and_a_port_that_can_be(value: str) -> None:
    [parameter] = [each for section, name, each in TABLE if (section, name) == ("SparqlTypes", "endpoint")]
    with pytest.raises(
        InputError, match=r"^endpoint in \[SparqlTypes\] = .*: must be an address that begins with http"
    ):
        parameter.normalize(value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("x" * 120, "x" * 120),
        ("x" * 121, "'" + "x" * 120 + "'…"),
        ("", "''"),
        ("a\nb", r"'a\nb'"),
    ],
)
def test_a_refused_value_is_quoted_where_it_would_not_be_seen_whole(value: str, shown: str) -> None:
    [parameter] = [each for section, name, each in TABLE if (section, name) == ("Beam", "workers")]
    assert str(parameter.refuse(value)).startswith(f"workers in [Beam] = {shown}: must be ")


def test_a_text_may_be_as_long_as_is_said() -> None:
    parameter = next(each for _, _, each in TABLE if isinstance(each, kinds.Options))
    longest = "-" * parameter.longest
    assert parameter.normalize(longest) == longest
    with pytest.raises(InputError, match="must be options that begin with --"):
        parameter.normalize(f"-{longest}")


@pytest.mark.parametrize(
    ("accepts", "taken", "refused"),
    [
        (
            kinds.Address().accepts,
            ["http://host", "https://host:1/a?b"],
            ["ftp://host", "http://", "http://a b", "http://host:0", "http://host:65536", "xhttp://host"],
        ),
        (kinds.Options().accepts, ["--a", " --a b"], ["-a", "a --b"]),
        (kinds.Folders().accepts, ["/", "/a, /b"], ["a", "/a,b", "/a,'/b'", '/a,/"']),
        (
            kinds.EncoderName().accepts,
            ["new", "package:a.b/c", "a/b", "/a"],
            ["a b", "a:b", "package:", "a'/\"", "~x/a"],
        ),
        (kinds.LocalPath().accepts, ["a", "/a"], ["s3://bucket/a", "file:///a", "'a'"]),
        (kinds.Root().accepts, ["a", "a/", "s3://bucket", "/a"], ["/", ".", "a/..", "s3:///", "~", "./", "s3://a/~"]),
        (lists.Names().accepts_item, ["a"], ["a/b"]),
        (lists.NamedPairs().accepts_item, ["a", "a=b", "a = b"], ["a=", "=b", "=", "a=b=c", "a/b", "a=b/c"]),
        (lists.Pairs().accepts_item, ["a=b", "a = b c"], ["a", "a=", "=b", " = ", "a=b\x00"]),
        (lists.Numbers().accepts_item, ["0", "2147483647", "0000000001"], ["2147483648", "00000000001", "-1", "1.0"]),
        (
            lists.Sizes().accepts_item,
            ["0", "2147483647", "0.05", "0.000000001"],
            ["2147483648", "00000000001", "0.0", "0.50", "0.0000000001", "1.5"],
        ),
        (lists.Choices(known="ab").accepts_item, ["a", "b"], ["c", "ab"]),
    ],
)
def test_what_is_allowed_is_so_up_to_its_limits(
    accepts: Callable[[str], bool], taken: list[str], refused: list[str]
) -> None:
    assert [each for each in taken if not accepts(each)] == []
    assert [each for each in refused if accepts(each)] == []


def test_a_list_may_be_as_long_as_is_said() -> None:
    parameter = next(each for _, _, each in TABLE if isinstance(each, lists.Numbers))
    longest = "0," * (parameter.longest // 2)
    assert parameter.normalize(longest) == longest
    with pytest.raises(InputError, match="must be whole numbers from 0 to 2,147,483,647, separated by commas"):
        parameter.normalize(f"{longest} ")


@pytest.mark.parametrize("value", ['"a.bz2,b.bz2"', "'a.bz2, b.bz2'", 'a.bz2,"b.bz2"', "a.bz2,'b.bz2',c.bz2", '"a.bz2'])
def test_a_list_of_files_is_written_without_quotes(value: str) -> None:
    [parameter] = [each for section, name, each in TABLE if (section, name) == ("Wikipedia", "pages")]
    with pytest.raises(InputError, match=r"^pages in \[Wikipedia\] = .*: must be files, .*; leave out the quotes$"):
        parameter.normalize(value)


@pytest.mark.parametrize("value", ["/data/ner # out", "/data/ner\t;out", "/data/a.bz2, /data/b.bz2  ; both", "# none"])
def test_a_comment_behind_a_path_is_no_part_of_it(value: str) -> None:
    found = {(section, name): each for section, name, each in TABLE}
    for place in (("Build", "root"), ("Wikipedia", "pages"), ("Wikipedia", "page_table")):
        with pytest.raises(InputError, match="; a comment stands on a line of its own$"):
            found[place].normalize(value)
    assert found["Build", "root"].normalize("/data/c#/a;b") == "/data/c#/a;b"


@pytest.mark.parametrize("value", ["$DUMPS/a", "/data/$USER", "s3://$BUCKET/ner"])
def test_a_variable_has_braces(value: str) -> None:
    """Without them nothing takes its place, and a root of that name would be made."""
    found = {(section, name): each for section, name, each in TABLE}
    for place in (("Build", "root"), ("Wikipedia", "pages")):
        told = r"; in a settings file a variable of the environment is \$\{NAME\}$"
        with pytest.raises(InputError, match=told):
            found[place].normalize(value)
    assert found["Build", "root"].normalize("/data/cash$/a$b/$") == "/data/cash$/a$b/$"


def test_an_apostrophe_is_no_quote() -> None:
    [parameter] = [each for section, name, each in TABLE if (section, name) == ("Wikipedia", "pages")]
    assert parameter.normalize("'s-Gravenhage/a.bz2,l'an.bz2") == "'s-Gravenhage/a.bz2,l'an.bz2"


def test_lists_may_be_broken_into_lines() -> None:
    [parameter] = [each for section, name, each in TABLE if (section, name) == ("Wikipedia", "pages")]
    assert items(parameter.normalize("\na.bz2,\n b.bz2")) == ["a.bz2", "b.bz2"]


@pytest.mark.parametrize(
    ("section", "name"), [("FineTuning", "label_map"), ("FineTuning", "normalise"), ("OutsideBaseline", "weights")]
)
def test_no_name_of_a_pair_has_two_values(section: str, name: str) -> None:
    [parameter] = [each for *place, each in TABLE if place == [section, name]]
    for text in ("a=b,c=b", "a=b,a = b", "a=a", ""):
        assert parameter.normalize(text) == text
    with pytest.raises(InputError) as told:
        parameter.normalize("band=organisation,x=y, band=misc")
    assert str(told.value).startswith(
        f"{name} in [{section}] = band=organisation,band=misc: must be pairs as a=b, separated by commas, with one b "
        "for each a"
    )


def test_what_a_type_is_merged_into_is_not_merged_itself() -> None:
    [parameter] = [each for section, name, each in TABLE if (section, name) == ("FineTuning", "normalise")]
    for text in ("band=organisation,organisation=organisation", "band=org,organisation=org", "band=O,song=O"):
        assert parameter.normalize(text) == text
    for text in ("band=organisation,organisation=org", "organisation=org,band=organisation"):
        with pytest.raises(InputError) as told:
            parameter.normalize(text)
        assert str(told.value) == (
            "normalise in [FineTuning] = band=organisation,organisation=org: must be pairs as a=b, separated by "
            "commas, with one b for each a, and no b that becomes another itself, or empty"
        )
    [parameter] = [each for section, name, each in TABLE if (section, name) == ("FineTuning", "label_map")]
    # The source's names are not the target's.
    assert parameter.normalize("band=organisation,organisation=org") == "band=organisation,organisation=org"


def test_the_default_of_a_number_is_as_if_it_were_written_out() -> None:
    """30 and 30.0 would be two identities of a dataset."""
    classes = [cls for cls in Register._get_reg().values() if cls is not Register.AMBIGUOUS_CLASS]
    defaults = [
        default_of(parameter)
        for cls in classes
        for _, parameter in cls.get_params()
        if isinstance(parameter, kinds.Float) and has_default(parameter)
    ]
    assert len(defaults) > 10 and {type(default) for default in defaults} == {float}
