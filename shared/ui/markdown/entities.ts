/** Those of Latin-1 in their order, from the no-break space on. */
const latin =
  "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml".split(
    " ",
  );

/** The other named entities that people and models write; what is neither here nor there can be given by number. */
const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  trade: "™",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  sbquo: "‚",
  bdquo: "„",
  bull: "•",
  euro: "€",
  larr: "←",
  uarr: "↑",
  rarr: "→",
  darr: "↓",
  ne: "≠",
  le: "≤",
  ge: "≥",
  minus: "−",
  infin: "∞",
};

/** The characters of `&name;`, `&#65;` or `&#x41;` without `&` and `;`; undefined if there is no such entity. */
export function decodeEntity(name: string): string | undefined {
  if (name[0] !== "#") return decodeName(name);
  const isHex = name[1] === "x" || name[1] === "X";
  const code = parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : "\ufffd";
}

function decodeName(name: string): string | undefined {
  const at = latin.indexOf(name);
  if (at >= 0) return String.fromCodePoint(0xa0 + at);
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

/** Text of an address or title: entities and backslash escapes resolved. */
export function decodeText(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]\w{1,30});/g,
    (whole, escaped: string | undefined, entity: string) => escaped ?? decodeEntity(entity) ?? whole,
  );
}
