import { childOf, listElements, readTree } from "../office/readTree.ts";
import type { XmlElement } from "../office/readTree.ts";
import { valueOf } from "./readStyles.ts";

/** By these a setting of Word's is off; without a value it is on. */
const off = /^(?:0|false|off)$/i;

/** What the form of a run or a style says about whether its letters are seen; undefined where it says nothing. */
export interface Seen {
  isHidden?: boolean;
  isStruck?: boolean;
  isWhite?: boolean;
  isTiny?: boolean;
  /** It has a color behind it, on which white letters are seen. */
  isShaded?: boolean;
}

/** Reads one setting of a form, by the name of its element and its attributes. */
export function readSetting(seen: Seen, name: string, read: (attribute: string) => string | undefined): void {
  const isOn = () => !off.test(read("val") ?? "");
  if (name === "vanish") seen.isHidden = isOn();
  else if (name === "strike" || name === "dstrike")
    seen.isStruck = isOn() || (name === "dstrike" && seen.isStruck === true);
  else if (name === "color") seen.isWhite = isWhite(read("val"), read("themeColor"));
  else if (name === "sz") seen.isTiny = Number(read("val")) <= tinyHalfPoints;
  else if (name === "shd")
    seen.isShaded = !isPlain(read("fill")) || !/^(?:clear|nil)?$/.test(read("val") ?? "");
  else if (name === "highlight") seen.isShaded = !/^(?:none|white)$/.test(read("val") ?? "none");
}

const tinyHalfPoints = 2;

function isWhite(value: string | undefined, theme: string | undefined): boolean {
  return theme ? /^background1$/i.test(theme) : /^ffffff$/i.test(value ?? "");
}

function isPlain(fill: string | undefined): boolean {
  return /^(?:auto|ffffff)?$/i.test(fill ?? "");
}

/** A style with all that it takes from those it is made from. */
export interface SeenStyles {
  ofParagraph: (id: string | undefined) => Seen;
  ofRun: (id: string | undefined) => Seen;
}

/** Styles may be made from each other in a circle. */
const mostSteps = 20;

/** Gives what the styles of a document say about their letters. */
export function readSeenStyles(part: Uint8Array | undefined): SeenStyles {
  const root = part && readTree(part);
  const styles = new Map<string, { seen: Seen; basedOn: string | undefined }>();
  for (const style of root ? listElements(root, "style") : []) {
    const seen: Seen = {};
    for (const group of ["pPr", "rPr"])
      for (const one of childOf(style, group)?.children ?? [])
        readSetting(seen, one.name, (name) => valueOf(one, name));
    styles.set(valueOf(style, "styleId") ?? "", { seen, basedOn: valueOf(childOf(style, "basedOn")) });
  }
  const defaults: Seen = {};
  const usual = root && findDefault(root);
  for (const one of usual?.children ?? []) readSetting(defaults, one.name, (name) => valueOf(one, name));
  const complete = (id: string | undefined): Seen => {
    const chain: Seen[] = [];
    for (let next = styles.get(id ?? ""), steps = 0; next && steps < mostSteps; steps++) {
      chain.unshift(next.seen);
      next = styles.get(next.basedOn ?? "");
    }
    return Object.assign({}, ...chain) as Seen; // each is one
  };
  return { ofParagraph: (id) => ({ ...defaults, ...complete(id) }), ofRun: complete };
}

function findDefault(root: XmlElement): XmlElement | undefined {
  return childOf(childOf(listElements(root, "docDefaults")[0], "rPrDefault"), "rPr");
}
