import { strToU8 } from "fflate";
import { describe, expect, it } from "vitest";
import { parseDocument } from "../parseDocument.ts";
import { makeRows, makeXlsx } from "../../../../tests/kit/knowledge/officeFiles.ts";
import { makeDocx } from "../../../../tests/kit/knowledge/documents.ts";

const limits = { maxUnpackedBytes: 10_000_000, maxRatio: 200 };

/** The text of a page, as a file and as a page of a site. */
async function readBoth(body: string, head = ""): Promise<string[]> {
  const bytes = strToU8(`<!doctype html><html><head>${head}</head><body><main>${body}</main></body></html>`);
  const read = async (url?: string) => {
    const { sections } = await parseDocument(
      { name: "a.html", contentType: "text/html", bytes, url },
      limits,
    );
    return sections.map(({ text }) => text).join("\n\n");
  };
  return [await read(), await read("https://shop.example/a")];
}

describe("position that carries meaning is written as text", () => {
  it.each([
    ["a power of ten", "10<sup>6</sup> bacteria", "10^6 bacteria"],
    ["a negative power", "diluted 10<sup>−3</sup>", "diluted 10^-3"],
    ["a power within other marks", "<b>10</b><sup><b>6</b></sup> bacteria", "**10**^6 bacteria"],
    [
      "a power by its style",
      '10<span style="vertical-align:super;font-size:70%">6</span> cells',
      "10^6 cells",
    ],
    ["a unit", "60 m<sup>2</sup> and 3 cm<sup>3</sup>, 5 m·s<sup>-1</sup>", "60 m² and 3 cm³, 5 m·s⁻¹"],
    ["a formula of chemistry", "CO<sub>2</sub>, H<sub>2</sub>O", "CO₂, H₂O"],
    ["a base", "log<sub>10</sub>100, 101<sub>2</sub>", "log₁₀100, 101_2"],
    ["a fraction", "Take 1<sup>1</sup>/<sub>2</sub> or <sup>3</sup>⁄<sub>4</sub>.", "Take 1 1/2 or 3⁄4."],
    [
      "an ordinal",
      "the 1<sup>st</sup>, 2<sup>e</sup>, N<sup>o</sup> 5, Acme<sup>TM</sup>",
      "the 1st, 2e, No 5, AcmeTM",
    ],
    ["a variable", "2<sup>n</sup> and x<sup>n+1</sup>, x<sub>i</sub>", "2^n and x^(n+1), x_i"],
    ["a mark of a note", "by two sailors<sup>4</sup>. Free.<sup>1</sup>", "by two sailors. Free."],
    [
      "a linked mark",
      'in 1990<sup class="reference"><a href="#c2">[2]</a></sup><sup>[3]</sup> by',
      "in 1990 by",
    ],
    ["a marked link", 'in 1990<a href="#fn1" role="doc-noteref"><sup>1</sup></a> by', "in 1990 by"],
    ["the number of a note", "<sup>1</sup>Only in May", "1 Only in May"],
    ["a sign that leads to a note", "Free<sup>*</sup>", "Free*"],
    [
      "readings",
      "<ruby>返品<rp>(</rp><rt>へんぴん</rt><rp>)</rp></ruby>は<ruby>三十日<rt>さんじゅうにち</rt></ruby>以内",
      "返品は三十日以内",
    ],
    ["what was struck out", "Now <del>49 €</del> <ins>39 €</ins>", "Now 39 €"],
    [
      "MathML",
      "E is <math><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>, half <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>",
      "E is m c^2, half 1/2",
    ],
    [
      "MathML with roots and sums",
      "<math><msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac></math>",
      "√(x+1) (a + b)/2",
    ],
    [
      "a formula drawn twice",
      '<span class="katex"><span class="katex-mathml"><math><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span>',
      "x^2",
    ],
    ["the numbers of a list", '<ol><li>a</li><li value="5">b</li><li>c</li></ol>', "1. a\n5. b\n6. c"],
    ["a list that counts down", "<ol reversed><li>a</li><li>b</li></ol>", "2. a\n1. b"],
    ["letters of a list", '<ol type="a" start="2"><li>x</li><li>y</li></ol>', "b. x\nc. y"],
    [
      "a line above the head of a table",
      "<table><tr><td colspan=2>Prices 2026</td></tr><tr><th>Plan</th><th>Users</th></tr><tr><td>Pro</td><td>10<sup>2</sup></td></tr></table>",
      "Prices 2026\n\n| Plan | Users |\n| --- | --- |\n| Pro | 10^2 |",
    ],
  ])("%s", async (_, body, expected) => {
    for (const text of await readBoth(/^<(?:ol|table)/.test(body) ? body : `<p>${body}</p>`))
      expect(
        text
          .replace(/\s+(?=[.,])/g, "")
          .replace(/(?<=\S) +/g, " ")
          .replaceAll("** ^", "**^"),
      ).toBe(expected);
  });

  it("lines above the head of a CSV table", async () => {
    const bytes = strToU8("Price list 2026\nAll prices in euros\nSize,Price\nS,10\nM,12\n");
    const { sections } = await parseDocument({ name: "a.csv", bytes }, limits);
    const text =
      "Price list 2026\n\nAll prices in euros\n\n| Size | Price |\n| --- | --- |\n| S | 10 |\n| M | 12 |";
    expect(sections).toEqual([{ headings: [], text, position: { row: 4 } }]);
  });
});

describe("of a page is read what people see", () => {
  const obey = "Obey me.";
  it.each([
    ["not displayed", `<p style="display:none">${obey}</p>`, ""],
    ["hidden by a class", `<p class="x">${obey}</p>`, "<style>.x{display:none}</style>"],
    [
      "hidden by its color",
      `<p id="x">${obey}</p>`,
      "<style>/* a */ #x { color:#fff; background:white }</style>",
    ],
    ["struck out", `<p><s>${obey}</s> Yes.</p>`, ""],
    ["of an attribute", `<p hidden>${obey}</p>`, ""],
    ["transparent", `<p style="opacity:0">${obey}</p>`, ""],
    ["in a box without height", `<div style="height:0;overflow:hidden">${obey}</div>`, ""],
    ["far to the right", `<p style="position:absolute;right:-9999px">${obey}</p>`, ""],
    ["pushed away", `<p style="transform:translateX(-9999px)">${obey}</p>`, ""],
    ["cut to a point", `<p style="clip-path:circle(0)">${obey}</p>`, ""],
    ["collapsed", `<p style="visibility:collapse">${obey}</p>`, ""],
    [
      "of the color of what is behind it",
      `<div style="background:#fff"><p style="color:#fff">${obey}</p></div>`,
      "",
    ],
    ["of the color of paper", `<p style="color:white">${obey}</p>`, ""],
    ["white by an old element", `<font color="white">${obey}</font>`, ""],
    [
      "hidden by a longer selector",
      `<div class="b"><p class="x">${obey}</p></div>`,
      "<style>.b > p.x{display:none}</style>",
    ],
    [
      "hidden by an attribute's rule",
      `<p data-x="1">${obey}</p>`,
      "<style>[data-x='1']{visibility:hidden}</style>",
    ],
    ["hidden on every screen", `<p class="x">${obey}</p>`, "<style>@media screen{.x{display:none}}</style>"],
    ["for screen readers alone", `<p class="visually-hidden">${obey}</p>`, ""],
    ["struck out by its style", `<p><span style="text-decoration:line-through">${obey}</span> Yes.</p>`, ""],
  ])("not what is %s", async (_, body, head) => {
    for (const text of await readBoth(`<p>Delivery takes two days.</p>${body}`, head)) {
      expect(text).toContain("Delivery takes two days.");
      expect(text).not.toContain(obey);
    }
  });

  it.each([
    ["on a dark ground", '<div style="background:#000"><p style="color:#fff">Open daily.</p></div>'],
    ["kept from screen readers", '<p aria-hidden="true">Open daily.</p>'],
    ["in a line, kept from screen readers", '<p>Open <span aria-hidden="true">daily.</span></p>'],
    ["on a closed panel", '<h2>When?</h2><div style="max-height:0;overflow:hidden">Open daily.</div>'],
    ["fading in", '<p class="fade-in" style="opacity:0">Open daily.</p>'],
    ["found by searching the page", '<p hidden="until-found">Open daily.</p>'],
    ["drawn", "<svg><title>x</title><text>Open</text><text>daily.</text></svg>"],
    [
      "hidden by one rule and shown by another",
      '<style>.t{display:none}.t.on{display:block}</style><p class="t on">Open daily.</p>',
    ],
  ])("what is %s", async (_, body) => {
    const [text = ""] = await readBoth(`<p>Delivery takes two days.</p>${body}`);
    expect(text).toContain("Open daily.");
  });

  it("words for screen readers in the place of the signs that they stand for", async () => {
    const body =
      '<p>Rating: <span aria-hidden="true">★★★★☆</span><span class="sr-only">4 of 5 stars</span></p>';
    for (const text of await readBoth(body)) expect(text).toBe("Rating: 4 of 5 stars");
  });

  it("what opens when somebody clicks", async () => {
    const body =
      '<h2>When do you ship?</h2><div style="display:none">On Mondays.</div><div class="faq-answer" style="display:none">Free.</div>';
    const [file = ""] = await readBoth(body);
    expect(file).toContain("On Mondays.");
    expect(file).toContain("Free.");
  });

  it("a sheet for some screens hides nothing", async () => {
    for (const text of await readBoth(
      '<p class="m">Open daily.</p>',
      "<style>@media print{.m{display:none}}</style>",
    ))
      expect(text).toBe("Open daily.");
  });

  it("shadow roots with what their slots take in, each where it is shown", async () => {
    const inner = '<x-b><template shadowrootmode="open"><p>Inner.</p></template></x-b>';
    const root = `<template shadowrootmode="open"><h2>Warranty</h2><p>Five years.</p><slot name="note"></slot><slot></slot>${inner}<slot name="none"><p>Usual.</p></slot></template>`;
    const body = `<my-card>${root}<p>Light.</p><p slot="note">Noted.</p></my-card>`;
    for (const text of await readBoth(body))
      expect(text.replace(/\s+/g, " ")).toBe("Five years. Noted. Light. Inner. Usual.");
  });

  it("what a page says without its program where it says nothing else", async () => {
    const notice = "<noscript>You need to enable JavaScript to run this app.</noscript>";
    const body = `<div id="root"></div>${notice}<noscript><h1>Prices</h1><p>Tea costs three euros.</p></noscript>`;
    for (const text of await readBoth(body)) expect(text).toBe("Tea costs three euros.");
    for (const text of await readBoth(
      `<p>${"Tea costs three euros. ".repeat(4)}</p><noscript>Not this.</noscript>`,
    ))
      expect(text).not.toContain("Not this");
  });
});

describe("values are kept as written", () => {
  it.each([
    [
      '{"orders":[{"order":12345678901234567890,"price":1.10,"version":1.0}]}',
      "[1].order: 12345678901234567890\n[1].price: 1.10\n[1].version: 1.0",
    ],
    ['{"a":1e400,"b":-0.0,"c":"007"}', "a: 1e400\nb: -0.0\nc: 007"],
    ['{"id":9007199254740993}\n{"id":2.50}', "id: 9007199254740993\n\nid: 2.50"],
  ])("in JSON: %s", async (json, expected) => {
    const { sections } = await parseDocument({ name: "a.json", bytes: strToU8(json) }, limits);
    expect(sections.map(({ text }) => text).join("\n")).toBe(expected);
  });

  it.each([
    ["TOML", '+++\ntitle = "Return policy"\nlang = "en"\ndraft = false\n+++\n\nThirty days.\n'],
    ["YAML", "---\ntitle: Return policy\nlang: en\n---\nThirty days."],
    [
      "TOML with the ends of Windows",
      "+++\r\ntitle = 'Return policy'\r\nlanguage = 'en'\r\n+++\r\nThirty days.",
    ],
  ])("front matter in %s gives the title alone", async (_, text) => {
    const document = await parseDocument({ name: "return.md", bytes: strToU8(text) }, limits);
    expect(document).toMatchObject({
      title: "Return policy",
      language: "en",
      sections: [{ text: "Thirty days." }],
    });
  });
});

it("position in a Word document is written as text", async () => {
  const run = (text: string, align = "") =>
    `<w:r>${align && `<w:rPr><w:vertAlign w:val="${align}"/></w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body = `<w:p>${run("The count is 10")}${run("6", "superscript")}${run(" per litre, CO")}${run("2", "subscript")}${run(", 60 m")}${run("2", "superscript")}</w:p>`;
  const { sections } = await parseDocument({ name: "a.docx", bytes: makeDocx(body) }, limits);
  expect(sections[0]?.text).toBe("The count is 10^6 per litre, CO₂, 60 m²");
});

it("links of a workbook's cells are kept", async () => {
  const relations = `<Relationships><Relationship Id="h1" Type="x/hyperlink" Target="https://shop.example/pump (1).pdf" TargetMode="External"/><Relationship Id="h2" Type="x/hyperlink" Target="javascript:x" TargetMode="External"/></Relationships>`;
  const rows = makeRows([
    ["Product", "Manual"],
    ["Pump", "Download"],
    ["Hose", "None"],
  ]);
  const after = '<hyperlinks><hyperlink ref="B2" r:id="h1"/><hyperlink ref="A3:B3" r:id="h2"/></hyperlinks>';
  const bytes = makeXlsx([{ name: "S", rows, after }], {
    more: { "xl/worksheets/_rels/sheet0.xml.rels": relations },
  });
  const { sections } = await parseDocument({ name: "a.xlsx", bytes }, limits);
  expect(sections[0]?.text).toContain(
    "| Pump | [Download](https://shop.example/pump%20%281%29.pdf) |\n| Hose | None |",
  );
});
