import type { OfficePackage } from "./openPackage.ts";
import { childOf, findElement, readTree } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";

/** Where a shape is, in the units of the slide. */
interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Gives the size of the slides of a presentation; undefined where it does not say. */
export function readSlideSize(office: OfficePackage): Pick<Place, "width" | "height"> | undefined {
  const main = office.relations("").find(({ type }) => type === "officeDocument")?.target;
  const data = office.part(main ?? "ppt/presentation.xml");
  const size = data && findElement(readTree(data), "sldSz");
  const [width, height] = [Number(size?.attributes.cx), Number(size?.attributes.cy)];
  return width > 0 && height > 0 ? { width, height } : undefined;
}

/** Says whether a shape lies beside its slide, where nobody sees it when the slide is shown. */
export function isOffSlide(shape: XmlElement, size: Pick<Place, "width" | "height"> | undefined): boolean {
  const place = readPlace(shape);
  if (!size || !place) return false;
  const { x, y, width, height } = place;
  return x + width <= 0 || y + height <= 0 || x >= size.width || y >= size.height;
}

function readPlace(shape: XmlElement): Place | undefined {
  const holder = shape.children.find(({ name }) => /^(?:sp|grpSp)Pr$|^xfrm$/.test(name));
  const frame = holder?.name === "xfrm" ? holder : childOf(holder, "xfrm");
  const [off, ext] = [childOf(frame, "off")?.attributes, childOf(frame, "ext")?.attributes];
  if (!off || !ext) return undefined;
  return { x: Number(off.x), y: Number(off.y), width: Number(ext.cx), height: Number(ext.cy) };
}

/**
 * Says whether white letters of a slide are on plain white: no background, picture or colored shape is on the slide or
 * on what it is made from.
 */
export function isWhitePaper(
  slide: XmlElement,
  { office, name }: { office: OfficePackage; name: string },
): boolean {
  const layers = [slide];
  let part = name;
  for (const type of ["slideLayout", "slideMaster"]) {
    part = office.relations(part).find((one) => one.type === type)?.target ?? "";
    const data = office.part(part);
    if (data) layers.push(readTree(data));
  }
  if (layers.some(hasColor)) return false;
  const paper = layers.map((layer) => findElement(layer, "bg")).find(Boolean);
  return !paper || isWhitePaint(paper, office, part);
}

/** Pictures, tables and everything that has a fill of its own or one of the theme. */
function hasColor(element: XmlElement): boolean {
  if (["pic", "graphicFrame", "gradFill", "blipFill", "pattFill"].includes(element.name)) return true;
  if (element.name === "fillRef") return element.attributes.idx !== "0";
  if (element.name === "spPr" && childOf(element, "solidFill")) return true;
  if (element.name === "rPr" || element.name === "bg") return false;
  return element.children.some(hasColor);
}

function isWhitePaint(paper: XmlElement, office: OfficePackage, master: string): boolean {
  if (findElement(paper, "gradFill") ?? findElement(paper, "blipFill")) return false;
  const color = findElement(paper, "srgbClr")?.attributes.val;
  if (color) return /^ffffff$/i.test(color);
  const scheme = findElement(paper, "schemeClr")?.attributes.val ?? "bg1";
  if (!/^(?:bg1|lt1)$/.test(scheme)) return false;
  const theme = office.relations(master).find(({ type }) => type === "theme")?.target ?? "";
  const [masterData, themeData] = [office.part(master), office.part(theme)];
  const map = masterData && findElement(readTree(masterData), "clrMap")?.attributes.bg1;
  const light = themeData && findElement(readTree(themeData), map ?? "lt1");
  const value = light?.children[0]?.attributes;
  return !value || /^ffffff$/i.test(value.lastClr ?? value.val ?? "");
}

/** Says whether the letters of a run are white. */
export function isWhiteRun(form: XmlElement): boolean {
  const fill = childOf(form, "solidFill");
  const { val = "" } = fill?.children[0]?.attributes ?? {};
  const hasTint = (fill?.children[0]?.children.length ?? 0) > 0;
  return !hasTint && (/^ffffff$/i.test(val) || /^(?:bg1|lt1)$/.test(val));
}
