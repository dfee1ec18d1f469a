/** The named entities that people and models write; all others can be given by number. */
const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  copy: "©",
  reg: "®",
  trade: "™",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  middot: "·",
  deg: "°",
  times: "×",
  euro: "€",
  rarr: "→",
};

/** The characters of `&name;`, `&#65;` or `&#x41;` without `&` and `;`; undefined if there is no such entity. */
export function decodeEntity(name: string): string | undefined {
  if (name[0] !== "#") return Object.hasOwn(named, name) ? named[name] : undefined;
  const isHex = name[1] === "x" || name[1] === "X";
  const code = parseInt(name.slice(isHex ? 2 : 1), isHex ? 16 : 10);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
}

/** Text of an address or title: entities and backslash escapes resolved. */
export function decodeText(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[a-zA-Z]\w{1,30});/g,
    (whole, escaped: string | undefined, entity: string) => escaped ?? decodeEntity(entity) ?? whole,
  );
}
