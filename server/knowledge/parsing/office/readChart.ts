import { writeRow, writeRule } from "../text/escapeCell.ts";
import { childOf, findElement, listElements } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";

/** A chart that shows more is a cloud of points; nobody asks for one of them. */
const mostPoints = 1000;

/** Gives a chart as the table it was drawn from: a row for each category, a column for each series. */
export function readChart(part: XmlElement): string {
  const chart = findElement(part, "chart");
  if (!chart) return "";
  const title = childOf(chart, "title");
  const name = title
    ? listElements(title, "t")
        .map(({ text }) => text)
        .join("")
        .trim()
    : "";
  const series = listElements(chart, "ser").map((one) => ({
    name: listValues(childOf(one, "tx")).join(" "),
    categories: listValues(childOf(one, "cat") ?? childOf(one, "xVal")),
    values: listValues(childOf(one, "val") ?? childOf(one, "yVal")),
  }));
  const categories = series.find((one) => one.categories.length > 0)?.categories ?? [];
  const length = Math.max(0, categories.length, ...series.map(({ values }) => values.length));
  if (length === 0 || length > mostPoints) return name;
  const rows = Array.from({ length }, (_, at) =>
    writeRow([categories[at] ?? "", ...series.map(({ values }) => values[at] ?? "")]),
  );
  const head = writeRow(["", ...series.map((one) => one.name)]);
  const table = [head, writeRule(series.length + 1), ...rows].join("\n");
  return name ? `${name}\n\n${table}` : table;
}

function listValues(element: XmlElement | undefined): string[] {
  const values: string[] = [];
  for (const point of element ? listElements(element, "pt") : []) {
    const at = Number(point.attributes.idx ?? values.length);
    if (!(at >= 0 && at < mostPoints * 2)) continue;
    while (values.length < at) values.push("");
    values[at] = childOf(point, "v")?.text.trim() ?? "";
  }
  return values;
}
