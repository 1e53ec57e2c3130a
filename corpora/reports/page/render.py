"""The build report as one HTML file that needs no network."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import jinja2
from markupsafe import Markup

from corpora.reports.page import charts, funnel, models, sections
from corpora.reports.page.build import Build
from corpora.reports.page.examples import MOST_CHARACTERS, PER_CATEGORY, draw_examples, page_data
from corpora.reports.types import STAGES
from schemas.text_table import duration_text


def build_page(build: Build, show: Callable[[float], None] = lambda _: None) -> str:
    """The page. The same build gives the same text, but for what its steps took: that is in the section `#steps`.

    `show` is told the share of the work done.
    """
    corpus = build.corpora[build.examples_of]
    drawn = draw_examples(build.examples_location, build.seed, show=show)
    category_rows, category_charts = sections.categories(build)
    types, type_charts = sections.types(build.typed, build.type_index)
    profiles, profile_charts = sections.profiles(build)
    usage, usage_charts = sections.usage(build.steps)
    domains, domain_charts = sections.domains(build.domains) if build.domains else (None, {})
    scores, model_charts = models.scores(build.evaluation) if build.evaluation else (None, {})
    examples = page_data(drawn, corpus, str(corpus.provenance.parameters.get("url", "")))
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            build=build,
            charts={**profile_charts, **category_charts, **type_charts, **usage_charts, **domain_charts},
            model_charts=model_charts,
            script=Markup(_closed(charts.script())),
            examples=examples,
            per_category=PER_CATEGORY,
            most_characters=MOST_CHARACTERS,
            page_funnel=funnel.page_funnel(build.sentences),
            sentence_funnel=funnel.sentence_funnel(
                build.sentences, build.typed, build.filtered, build.corpora.get(build.balanced_by)
            ),
            completeness=funnel.completeness(build.completeness) if build.completeness else None,
            rejects=funnel.rejects(build.steps),
            inputs=sections.inputs(build.steps),
            settings=[
                (sections.step_name(step.manifest), step, sections.settings(step.manifest.provenance.parameters))
                for step in build.steps
            ],
            versions=sorted({step.manifest.provenance.code_version for step in build.steps}),
            categories=category_rows,
            stages=STAGES,
            corpora=sections.corpora(build),
            profiles=profiles,
            types=types,
            usage=usage,
            domains=domains,
            models=scores,
        )
    )


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("corpora.reports.page", ""),
        autoescape=True,  # whatever a name holds, it is text
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters |= {
        "number": lambda value: f"{value:,}",
        "share": lambda part, whole: f"{part / whole:.1%}" if whole else "–",
        "megabytes": lambda value: f"{value / 1e6:,.1f} MB",
        "clock": duration_text,
        "moment": lambda value: f"{value[:10]} {value[11:16]} UTC",
        "data": lambda value: Markup(script_json(value)),
    }
    return environment


def script_json(value: Any) -> str:
    """A JSON document for the inside of a `<script>`: it cannot end the element or begin a comment."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def _closed(script: str) -> str:
    """A script for the inside of a `<script>`, as HTML's rules for such text ask."""
    return script.replace("</script", "<\\/script").replace("<!--", "<\\!--")
