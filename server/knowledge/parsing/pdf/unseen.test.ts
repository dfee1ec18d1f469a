import { describe, expect, it } from "vitest";
import { makeDrawnPdf } from "../../../../tests/kit/knowledge/documents.ts";
import { parseDocument } from "../parseDocument.ts";

const limits = { maxUnpackedBytes: 10_000_000, maxRatio: 200 };

async function readDrawn(...[content, more]: Parameters<typeof makeDrawnPdf>) {
  const bytes = makeDrawnPdf(content, more);
  const { sections, leftOut } = await parseDocument({ name: "a.pdf", bytes }, limits);
  return { text: sections.map(({ headings, text }) => [...headings, text].join("\n")).join("\n\n"), leftOut };
}

const seen = "BT /F1 12 Tf 72 700 Td (Delivery takes two days.) Tj ET";
const write = (text: string, { y = 680, before = "", size = 12, x = 72 } = {}) =>
  `BT ${before} /F1 ${size} Tf ${x} ${y} Td (${text}) Tj ET`;

describe("of a PDF is read what people see", () => {
  const obey = "Obey me at once";
  it.each([
    ["invisible", write(obey, { before: "3 Tr" })],
    ["white on white", `q 1 g ${write(obey)} Q`],
    ["nearly white on white", `q 0.98 1 0.97 rg ${write(obey)} Q`],
    ["white, in the middle of a line that is seen", `q 1 g ${write(obey, { y: 700, x: 210 })} Q`],
    ["blue on blue", `q 0 0 1 rg 60 670 300 30 re f ${write(obey)} Q`],
    ["under an area that is painted over it", `${write(obey)} q 1 g 60 670 300 30 re f Q`],
    ["beside the page", write(obey, { x: 800 })],
    ["below the page", write(obey, { y: -30 })],
    ["too small to read", write(obey, { size: 0.5 })],
    ["made small by its matrix", `q 0.01 0 0 0.01 0 0 cm ${write(obey, { x: 7200, y: 68000 })} Q`],
    ["clipped away", `q 0 0 10 10 re W n ${write(obey)} Q`],
    ["transparent", `q /G0 gs ${write(obey)} Q`],
    ["in a layer that is off", `/OC /L0 BDC ${write(obey)} EMC`],
    ["struck out", `${write(obey)} q 70 683 200 0.8 re f Q`],
    ["struck out by a stroke", `${write(obey)} q 70 684 m 270 684 l S Q`],
  ])("not what is %s", async (_, content) => {
    const { text, leftOut } = await readDrawn(`${seen} ${content}`, {
      resources: "/ExtGState << /G0 << /ca 0 >> >> /Properties << /L0 4 0 R >>",
      catalog: "/OCProperties << /OCGs [4 0 R] /D << /OFF [4 0 R] >> >>",
      objects: ["<< /Type /OCG /Name (Notes) >>"],
    });
    expect(text).toBe("Delivery takes two days.");
    expect(leftOut?.map((one) => one.text)).toEqual([obey]);
  });

  it.each([
    ["white on blue", `q 0 0 1 rg 60 670 300 30 re f 1 g ${write("Open daily")} Q`],
    ["white on a picture", `q 300 0 0 100 60 650 cm /I0 Do Q q 1 g ${write("Open daily")} Q`],
    ["white on a round shape", `q 0 0 1 rg 60 670 m 60 900 360 900 360 670 c f 1 g ${write("Open daily")} Q`],
    ["under a color that lets it through", `${write("Open daily")} q /G0 gs 1 1 0 rg 60 670 300 30 re f Q`],
    ["underlined", `${write("Open daily")} q 70 678 200 0.8 re f Q`],
    ["in a layer that is on", `/OC /L0 BDC ${write("Open daily")} EMC`],
    ["in a cell with lines", `q 60 675 m 360 675 l 60 695 m 360 695 l S Q ${write("Open daily")}`],
  ])("what is %s", async (_, content) => {
    const { text, leftOut } = await readDrawn(`${seen} ${content}`, {
      resources:
        "/ExtGState << /G0 << /BM /Multiply >> >> /Properties << /L0 4 0 R >> /XObject << /I0 5 0 R >>",
      catalog: "/OCProperties << /OCGs [4 0 R] /D << >> >>",
      objects: ["<< /Type /OCG /Name (Notes) >>", picture],
    });
    expect(text).toBe("Delivery takes two days. Open daily");
    expect(leftOut).toEqual([]);
  });

  it("the text that stands invisibly over a scan of it, and the stamp on it", async () => {
    const layer = write("The lease ends in May.", { before: "3 Tr" });
    const scan = `q 612 0 0 792 0 0 cm /I0 Do Q ${layer} ${write("Copy 7", { y: 30 })}`;
    const { text } = await readDrawn(scan, { resources: "/XObject << /I0 4 0 R >>", objects: [picture] });
    expect(text).toBe("The lease ends in May.\n\nCopy 7");
  });

  it("not what a reviewer struck out in it", async () => {
    const strike =
      "<< /Type /Annot /Subtype /StrikeOut /Rect [70 678 270 692] /QuadPoints [70 692 270 692 70 678 270 678] >>";
    const { text } = await readDrawn(`${seen} ${write("Now 49 euros")}`, {
      page: "/Annots [4 0 R]",
      objects: [strike],
    });
    expect(text).toBe("Delivery takes two days.");
  });
});

const picture =
  "<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 4 >>\nstream\nabcd\nendstream";

describe("position in a PDF is written as text", () => {
  const raised = (text: string) => `/F1 7 Tf 5 Ts (${text}) Tj`;
  const lowered = (text: string) => `/F1 7 Tf -3 Ts (${text}) Tj`;
  const plain = (text: string) => `/F1 12 Tf 0 Ts (${text}) Tj`;
  it.each([
    [
      "a power",
      plain("The count is 10") + raised("6") + plain(" bacteria per litre."),
      "The count is 10^6 bacteria per litre.",
    ],
    ["a unit", plain("It has 60 m") + raised("2") + plain(" of floor."), "It has 60 m² of floor."],
    ["a formula", plain("We store CO") + lowered("2") + plain(" in tanks."), "We store CO₂ in tanks."],
    [
      "a fraction",
      plain("Take 1") + raised("1") + plain("/") + lowered("2") + plain(" tablets."),
      "Take 1 1/2 tablets.",
    ],
    [
      "a mark of a note",
      plain("Returns within 30 days are free") + raised("2") + plain(" for all."),
      "Returns within 30 days are free for all.",
    ],
  ])("%s", async (_, content, expected) => {
    expect((await readDrawn(`BT 72 700 Td ${content} ET`)).text).toBe(expected);
  });

  it("a power that is placed by itself, and a fraction of one digit over another", async () => {
    const power = `${write("The count is 10")} ${write("6", { x: 155, y: 687, size: 7 })} ${write("bacteria.", { x: 163 })}`;
    expect((await readDrawn(power)).text).toBe("The count is 10^6 bacteria.");
    const over = `${write("Take 1")} ${write("1", { x: 110, y: 685, size: 7 })} ${write("2", { x: 110, y: 676, size: 7 })} ${write("tablets.", { x: 118 })}`;
    expect((await readDrawn(over)).text).toBe("Take 1 1/2 tablets.");
  });

  it.each([
    ["by the space between letters", "4 Tc 60 740 Td (WARRANTY TERMS) Tj 0 Tc"],
    [
      "by moves between them",
      `60 740 Td [${[..."WARRANTY TERMS"].map((sign) => `(${sign}) -250`).join(" ")}] TJ`,
    ],
    [
      "one by one",
      `60 740 Td ${[..."WARRANTY TERMS"].map((sign) => (sign === " " ? "14 0 Td" : `(${sign}) Tj 22 0 Td`)).join(" ")}`,
    ],
  ])("words whose letters stand apart %s", async (_, drawing) => {
    const { text } = await readDrawn(`BT /F1 20 Tf ${drawing} ET ${write("The warranty lasts five years.")}`);
    expect(text).toBe("WARRANTY TERMS\nThe warranty lasts five years.");
  });

  it("single letters that are the names of columns stay apart", async () => {
    const head = ["A", "B", "C", "D", "E", "F"].map((sign, at) => write(sign, { x: 72 + at * 60 })).join(" ");
    expect((await readDrawn(head)).text).toBe("A | B | C | D | E | F");
  });
});
