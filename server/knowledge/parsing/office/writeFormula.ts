import { childOf } from "./readTree.ts";
import type { XmlElement } from "./readTree.ts";

/** Gives a formula of an Office document (`m:oMath`) as LaTeX, which people type into questions and models read. */
export function writeFormula(formula: XmlElement): string {
  return writeAll(formula.children).replace(/\s+/g, " ").trim();
}

function writeAll(elements: readonly XmlElement[]): string {
  return elements.map(writeElement).join("");
}

/** What is in an argument, by its name: `e` is the base, `sub` and `sup` are below and above it. */
function part(element: XmlElement, name: string): string {
  return writeAll(childOf(element, name)?.children ?? []);
}

/** The value of a setting, such as the sign of a sum; undefined where the program's own is meant. */
function setting(element: XmlElement, name: string): string | undefined {
  const found = childOf(childOf(element, `${element.name}Pr`), name);
  const value = Object.entries(found?.attributes ?? {}).find(([key]) => /(?:^|:)val$/.test(key))?.[1];
  return found ? (value ?? "") : undefined;
}

function writeElement(element: XmlElement): string {
  const base = () => part(element, "e");
  const below = () => `_{${part(element, "sub")}}`;
  const above = () => `^{${part(element, "sup")}}`;
  switch (element.name) {
    case "t":
      return writeSigns(element.text);
    case "f": {
      const name = setting(element, "type") === "noBar" ? "binom" : "frac";
      return `\\${name}{${part(element, "num")}}{${part(element, "den")}}`;
    }
    case "sSub":
      return `${base()}${below()}`;
    case "sSup":
      return `${base()}${above()}`;
    case "sSubSup":
      return `${base()}${below()}${above()}`;
    case "sPre":
      return `{}${below()}${above()}${base()}`;
    case "rad":
      return part(element, "deg") ? `\\sqrt[${part(element, "deg")}]{${base()}}` : `\\sqrt{${base()}}`;
    case "nary":
      return writeSum(element);
    case "d":
      return writeDelimited(element);
    case "func":
      return `${writeFunctionName(part(element, "fName"))}${base()}`;
    case "limLow":
      return `${writeFunctionName(base()).trim()}_{${part(element, "lim")}}`;
    case "limUpp":
      return `${writeFunctionName(base()).trim()}^{${part(element, "lim")}}`;
    case "acc":
      return `${accents[setting(element, "chr") ?? "\u0302"] ?? "\\hat"}{${base()}}`;
    case "bar":
      return `${setting(element, "pos") === "top" ? "\\overline" : "\\underline"}{${base()}}`;
    case "groupChr":
      return `${setting(element, "pos") === "top" ? "\\overbrace" : "\\underbrace"}{${base()}}`;
    case "m":
      return writeRows(
        "matrix",
        element.children.filter(({ name }) => name === "mr").map((row) => listArguments(row).join(" & ")),
      );
    case "eqArr":
      return writeRows("aligned", listArguments(element));
    default:
      // Settings say how it looks; everything else is read for what is in it.
      return /Pr$/.test(element.name) ? "" : writeAll(element.children);
  }
}

function listArguments(element: XmlElement): string[] {
  return element.children.filter(({ name }) => name === "e").map(({ children }) => writeAll(children));
}

function writeRows(name: string, rows: readonly string[]): string {
  return `\\begin{${name}}${rows.join(" \\\\ ")}\\end{${name}}`;
}

function writeSum(element: XmlElement): string {
  const sign = writeSigns(setting(element, "chr") ?? "\u222b");
  const below = part(element, "sub");
  const above = part(element, "sup");
  return `${sign.trim()}${below && `_{${below}}`}${above && `^{${above}}`}{${part(element, "e")}}`;
}

/** Brackets that grow with what they hold; plain ones are told from braces that only group. */
function writeDelimited(element: XmlElement): string {
  const open = setting(element, "begChr") ?? "(";
  const close = setting(element, "endChr") ?? ")";
  const between = setting(element, "sepChr") ?? "|";
  const inner = listArguments(element).join(between);
  const write = (sign: string) =>
    sign === "" ? "." : /[{}]/.test(sign) ? `\\${sign}` : writeSigns(sign).trim();
  return `\\left${write(open)}${inner}\\right${write(close)}`;
}

function writeFunctionName(name: string): string {
  return /^(?:(?:arc)?(?:sin|cos|tan)h?|cot|sec|csc|log|ln|lg|exp|lim(?:sup|inf)?|max|min|sup|inf|det|gcd|dim|ker|arg|deg)$/.test(
    name.trim(),
  )
    ? `\\${name.trim()} `
    : name;
}

function writeSigns(text: string): string {
  // Letters of mathematical alphabets are the letters that they look like.
  return [...text].map((sign) => signs[sign] ?? (/\p{L}/u.test(sign) ? lettersOf(sign) : sign)).join("");
}

function lettersOf(sign: string): string {
  const plain = sign.normalize("NFKC");
  return signs[plain] ?? plain;
}

const accents: Record<string, string> = {
  "\u0300": "\\grave",
  "\u0301": "\\acute",
  "\u0302": "\\hat",
  "\u0303": "\\tilde",
  "\u0304": "\\bar",
  "\u0305": "\\overline",
  "\u0306": "\\breve",
  "\u0307": "\\dot",
  "\u0308": "\\ddot",
  "\u030c": "\\check",
  "\u20d7": "\\vec",
};

const greek =
  "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho varsigma sigma tau upsilon phi chi psi omega";

const signs: Record<string, string> = {
  ...Object.fromEntries(
    greek
      .split(" ")
      .flatMap((name, index): [string, string][] => [
        [String.fromCodePoint(0x3b1 + index), name === "omicron" ? "o" : `\\${name} `],
        ...("gamma delta theta lambda xi pi sigma upsilon phi psi omega".split(" ").includes(name)
          ? [
              [String.fromCodePoint(0x391 + index), `\\${name[0]?.toUpperCase()}${name.slice(1)} `] as [
                string,
                string,
              ],
            ]
          : []),
      ]),
  ),
  "\u03d5": "\\phi ",
  "\u03f5": "\\epsilon ",
  "\u00b1": "\\pm ",
  "\u00d7": "\\times ",
  "\u00f7": "\\div ",
  "\u22c5": "\\cdot ",
  "\u2212": "-",
  "\u2260": "\\ne ",
  "\u2264": "\\leq ",
  "\u2265": "\\geq ",
  "\u2248": "\\approx ",
  "\u2261": "\\equiv ",
  "\u221d": "\\propto ",
  "\u221e": "\\infty ",
  "\u2202": "\\partial ",
  "\u2207": "\\nabla ",
  "\u2211": "\\sum ",
  "\u220f": "\\prod ",
  "\u222b": "\\int ",
  "\u222c": "\\iint ",
  "\u222d": "\\iiint ",
  "\u222e": "\\oint ",
  "\u222f": "\\oiint ",
  "\u2230": "\\oiiint ",
  "\u22c0": "\\bigwedge ",
  "\u22c1": "\\bigvee ",
  "\u22c3": "\\bigcup ",
  "\u22c2": "\\bigcap ",
  "\u222a": "\\cup ",
  "\u2229": "\\cap ",
  "\u2208": "\\in ",
  "\u2209": "\\notin ",
  "\u2282": "\\subset ",
  "\u2286": "\\subseteq ",
  "\u2200": "\\forall ",
  "\u2203": "\\exists ",
  "\u2190": "\\leftarrow ",
  "\u2192": "\\to ",
  "\u21d2": "\\Rightarrow ",
  "\u21d4": "\\Leftrightarrow ",
  "\u2026": "\\ldots ",
  "\u22ef": "\\cdots ",
};
