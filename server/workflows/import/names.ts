/** Gives out names that variables may have, each once. */
export function createNames(taken: readonly string[]) {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  return (wanted: string, fallback: string): string => {
    const base = toName(wanted) || toName(fallback) || "value";
    let name = base;
    for (let number = 2; used.has(name.toLowerCase()); number += 1) name = `${base.slice(0, 58)}_${number}`;
    used.add(name.toLowerCase());
    return name;
  };
}

/** Gives the name of a variable that comes closest to a text; empty where nothing of it is left. */
export function toName(text: string): string {
  const name = text
    .slice(0, 200)
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .replace(/[^A-Za-z0-9_]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .replace(/^(\d)/, "n$1")
    .slice(0, 60);
  return ["constructor", "prototype", "__proto__"].includes(name) ? `${name}_` : name;
}
