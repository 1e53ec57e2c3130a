"""DBpedia's ontology file: the classes of the sample as RDF/XML."""

from __future__ import annotations

from xml.sax.saxutils import escape

from sample.generator.sources import Sample

ONTOLOGY = "http://dbpedia.org/ontology/"
_PREFIXES = {
    "owl": "http://www.w3.org/2002/07/owl#",
    "schema": "http://schema.org/",
    "dul": "http://www.ontologydesignpatterns.org/ont/dul/DUL.owl#",
}


def class_iri(name: str) -> str:
    """The IRI of a DBpedia class, or of a class with a prefix such as `owl:Thing`."""
    prefix, colon, local = name.partition(":")
    return _PREFIXES[prefix] + local if colon else ONTOLOGY + name


def ontology(sample: Sample) -> bytes:
    """The excerpt of the DBpedia ontology as RDF/XML, and one property, which is no class."""
    lines = [
        '<rdf:RDF xml:base="http://dbpedia.org/ontology/"'
        ' xmlns:cc="http://creativecommons.org/ns#" xmlns:dcterms="http://purl.org/dc/terms/"'
        ' xmlns:owl="http://www.w3.org/2002/07/owl#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
        ' xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#" xmlns="http://dbpedia.org/ontology/">',
        f'  <owl:Ontology rdf:about="{ONTOLOGY}">',
        '    <dcterms:title xml:lang="en">Excerpt of the DBpedia Ontology</dcterms:title>',
        "    <dcterms:creator>DBpedia Maintainers and Contributors</dcterms:creator>",
        '    <dcterms:source rdf:resource="http://mappings.dbpedia.org"/>',
        '    <cc:license rdf:resource="http://creativecommons.org/licenses/by-sa/3.0/"/>',
        "  </owl:Ontology>",
    ]
    for name, (parents, label) in sorted(sample.classes.items()):
        lines.append(f'  <owl:Class rdf:about="{ONTOLOGY}{name}">')
        lines.append(f'    <rdfs:label xml:lang="en">{escape(label)}</rdfs:label>')
        lines += [
            f'    <owl:equivalentClass rdf:resource="http://www.wikidata.org/entity/{item}"/>'
            for item in sample.class_items.get(name, [])
        ]
        lines += [f'    <rdfs:subClassOf rdf:resource="{class_iri(parent)}"/>' for parent in parents]
        lines.append("  </owl:Class>")
    lines += [
        f'  <owl:ObjectProperty rdf:about="{ONTOLOGY}author">',
        '    <rdfs:label xml:lang="en">author</rdfs:label>',
        f'    <rdfs:domain rdf:resource="{ONTOLOGY}Work"/>',
        f'    <rdfs:range rdf:resource="{ONTOLOGY}Person"/>',
        "  </owl:ObjectProperty>",
        "</rdf:RDF>",
        "",
    ]
    return "\n".join(lines).encode()
