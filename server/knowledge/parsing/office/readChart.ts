import { writeRow, writeRule } from "../text/escapeCell.ts";
import { readFormat, writeNumber } from "./numberFormat.ts";
import { childOf, findElement, listElements } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";
import { unescapeText } from "./unescapeText.ts";

/** A chart that shows more is a cloud of points; nobody asks for one of them. */
const mostPoints = 1000;

/** Gives a chart as the table it was drawn from: a row for each category, a column for each series. */
export function readChart(part: XmlElement): string {
  const chart = findElement(part, "chart");
  if (!chart) return "";
  const lines = [
    readTitle(childOf(chart, "title")),
    // What the axes measure.
    ...listElements(childOf(chart, "plotArea") ?? chart, "title").map(readTitle),
    ...writeSeries(listSeries(chart, part)),
  ];
  return [...new Set(lines.filter((line) => line !== ""))].join("\n\n");
}

interface Series {
  name: string;
  categories: string[];
  values: string[];
}

function writeSeries(series: readonly Series[]): string[] {
  const categories = series.find((one) => one.categories.length > 0)?.categories ?? [];
  const length = Math.max(0, categories.length, ...series.map(({ values }) => values.length));
  if (length === 0 || length > mostPoints) return [];
  const rows = Array.from({ length }, (_, at) =>
    writeRow([categories[at] ?? "", ...series.map(({ values }) => values[at] ?? "")]),
  );
  const head = writeRow(["", ...series.map((one) => one.name)]);
  return [[head, writeRule(series.length + 1), ...rows].join("\n")];
}

/** A title is written there, or shows what a cell holds. */
function readTitle(title: XmlElement | undefined): string {
  if (!title) return "";
  const written = listElements(title, "p").map((paragraph) =>
    listElements(paragraph, "t")
      .map(({ text }) => text)
      .join(""),
  );
  const shown = written.length > 0 ? written : listValues(title);
  const loose = shown.length > 0 ? shown : listElements(title, "t").map(({ text }) => text);
  return unescapeText(loose.join(" ")).replace(/\s+/g, " ").trim();
}

/** The kinds of charts of 2016 (waterfall, funnel, tree) keep their data apart from their series. */
function listSeries(chart: XmlElement, part: XmlElement): Series[] {
  const data = childOf(findElement(part, "chartData"), "data") ? findElement(part, "chartData") : undefined;
  if (data)
    return data.children
      .filter(({ name }) => name === "data")
      .map((one, at) => ({
        name: listValues(childOf(childOf(listElements(chart, "series")[at], "tx"), "txData")).join(" "),
        categories: listLevels(childOf(one, "strDim")),
        values: listLevels(childOf(one, "numDim")),
      }));
  return listElements(chart, "ser").map((one) => ({
    name: listValues(childOf(one, "tx")).join(" "),
    categories: listLevels(childOf(one, "cat") ?? childOf(one, "xVal")),
    values: listLevels(childOf(one, "val") ?? childOf(one, "yVal")),
  }));
}

/** Categories may be of several levels, the innermost first; an outer one is written where it begins. */
function listLevels(element: XmlElement | undefined): string[] {
  const levels = element ? listElements(element, "lvl").map(listValues) : [];
  const [inner = [], ...outer] = levels;
  if (levels.length === 0) return listValues(element);
  return inner.map((value, at) =>
    [...outer.map((level) => level[at] ?? ""), value].filter(Boolean).join(" "),
  );
}

function listValues(element: XmlElement | undefined): string[] {
  const values: string[] = [];
  if (!element) return values;
  const format = findElement(element, "formatCode")?.text ?? element.attributes.formatCode ?? "General";
  for (const point of listElements(element, "pt")) {
    const at = Number(point.attributes.idx ?? values.length);
    if (!(at >= 0 && at < mostPoints * 2)) continue;
    while (values.length < at) values.push("");
    values[at] = writeValue(childOf(point, "v")?.text ?? point.text, point.attributes.formatCode ?? format);
  }
  if (values.length === 0)
    for (const one of listElements(element, "v")) values.push(writeValue(one.text, format));
  return values;
}

function writeValue(text: string, format: string): string {
  const value = text.trim();
  const isNumber = value !== "" && format !== "General" && Number.isFinite(Number(value));
  return isNumber ? writeNumber(Number(value), readFormat(format)) : unescapeText(value);
}
