"use strict";
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const config = (width) => {
    const [text, muted, line] = ["--text", "--muted", "--line"].map(color);
    const palette = [0, 1, 2, 3, 4, 5, 6, 7].map((number) => color(`--c${number}`));
    return {
      background: "transparent",
      font: getComputedStyle(document.body).fontFamily,
      axis: { labelColor: text, titleColor: muted, titleFontWeight: "normal", domainColor: line, tickColor: line, gridColor: line, gridOpacity: 0.6, labelFontSize: 12, titleFontSize: 12 },
      axisX: { labelOverlap: true, labelSeparation: 8 },
      axisY: { labelLimit: width < 500 ? 150 : 240 },
      legend: { labelColor: text, titleColor: muted, titleFontWeight: "normal", labelFontSize: 12, titleFontSize: 12, columns: Math.max(1, Math.floor(width / 150)), orient: "top" },
      view: { stroke: null },
      mark: { color: palette[0] },
      bar: { color: palette[0] },
      point: { color: palette[0] },
      range: { category: palette, ramp: [color("--ramp-low"), color("--ramp-high")], heatmap: [color("--ramp-low"), color("--ramp-high")] },
      style: { guide: { color: muted }, mark: { color: text }, "on-low": { color: color("--on-low") }, "on-high": { color: color("--on-high") } },
    };
  };

  const draw = (place) => {
    const spec = JSON.parse(document.getElementById(place.dataset.spec).textContent);
    // The editor is a page of the network; a picture of a chart is made here.
    const actions = { export: true, source: false, compiled: false, editor: false };
    return vegaEmbed(place, { ...spec, autosize: { type: "fit-x", contains: "padding" } }, { renderer: "svg", config: config(place.clientWidth), actions }).catch((error) => {
      place.textContent = `This chart could not be drawn: ${error.message}`;
      console.error(error);
    });
  };

  const drawAll = () => Promise.all([...document.querySelectorAll(".chart")].map(draw));
  const drawn = drawAll();
  dark.addEventListener("change", drawAll);

  const { url, categories, examples } = JSON.parse(document.getElementById("example-data").textContent);
  const byId = (id) => document.getElementById(id);
  const [search, select, found, list, more] = ["search", "category", "found", "sentences", "more"].map(byId);
  const atOnce = 40;
  const count = new Intl.NumberFormat("en").format;

  const option = (value, text) => {
    const made = document.createElement("option");
    made.value = value;
    made.textContent = text;
    return made;
  };
  select.append(option("", "all categories"));
  categories.forEach(([name, mentions, drawnOnes], number) => {
    if (drawnOnes.length) select.append(option(String(number), `${name} (${count(mentions)} mentions)`));
  });

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = examples.map(([title, , text, mentions]) =>
    fold([title, text, ...mentions.map(([, , label]) => categories[label][0])].join("\n")),
  );

  const element = (name, className, text = "") => {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = text;
    return made;
  };

  const sentence = (number, own) => {
    const [title, revision, text, mentions] = examples[number];
    const item = document.createElement("li");
    // Offsets count code points; the strings of this language count UTF-16 units.
    const points = Array.from(text);
    let done = 0;
    for (const [start, end, label] of mentions) {
      item.append(points.slice(done, start).join(""));
      const span = element("span", label === own ? "span own" : "span", points.slice(start, end).join(""));
      span.append(element("b", "", categories[label][0]));
      item.append(span);
      done = end;
    }
    item.append(points.slice(done).join(""));
    const from = element("span", "from");
    if (url) {
      const link = element("a", "", title);
      link.href = url.replace("{rev_id}", encodeURIComponent(revision));
      link.rel = "noreferrer";
      from.append(link);
    } else {
      from.append(title);
    }
    from.append(`, revision ${revision}`);
    item.append(from);
    return item;
  };

  let matches = [];
  let shown = 0;
  const own = () => (select.value === "" ? -1 : Number(select.value));

  const showMore = () => {
    const next = matches.slice(shown, shown + atOnce);
    const first = list.children.length;
    list.append(...next.map((number) => sentence(number, own())));
    shown += next.length;
    more.hidden = shown >= matches.length;
    return list.children[first];
  };

  const update = () => {
    const words = fold(search.value).split(/\s+/).filter(Boolean);
    const from = select.value === "" ? examples.keys() : categories[own()][2];
    matches = [...from].filter((number) => words.every((word) => texts[number].includes(word)));
    list.replaceChildren();
    shown = 0;
    showMore();
    const where = select.value === "" ? `the ${count(examples.length)} examples` : `the ${categories[own()][2].length} examples of ${categories[own()][0]}`;
    found.textContent = words.length ? `${count(matches.length)} of ${where} have these words.` : `All of ${where}.`;
  };

  const step = (by) => {
    const next = select.selectedIndex + by;
    if (next >= 0 && next < select.options.length) {
      select.selectedIndex = next;
      update();
    }
  };

  search.addEventListener("input", update);
  select.addEventListener("change", update);
  byId("previous").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  more.addEventListener("click", () => {
    const first = showMore();
    // Where the button has gone, the keyboard goes on with what it brought.
    if (more.hidden && first) {
      first.tabIndex = -1;
      first.focus();
    }
  });
  // The category of most mentions is ENTITY more often than not; an example of a category says more.
  const start = categories.findIndex(([name, , drawnOnes]) => drawnOnes.length && name !== "ENTITY");
  if (start >= 0) select.value = String(start);
  update();
  document.querySelector(".explorer").hidden = false;

  // For whoever waits for the page to be complete.
  drawn.then(() => document.documentElement.setAttribute("data-ready", ""));
})();
