import type { OutputChunk, OutputPlugin } from "rollup";

/**
 * Bytes that a file more costs each part that loads it: names, imports, and words that the packer has to learn again.
 */
const costOfFile = 90;

/** What at least this share of the parts load comes with the entry, where it packs best. */
const shareOfEntry = 0.3;

/**
 * What a part that another part loads counts beside one that the entry loads, which may be the first picture of a page: it
 * joins what is there already.
 */
const shareOfLater = 0.5;

/** How much of that the minifier leaves: it shortens names too. */
const minifiedShare = 0.8;

/** Files that travel as one: their names, their size, who loads them and what they import. */
interface Joined {
  names: string[];
  bytes: number;
  loadedBy: Set<string>;
}

/**
 * Joins small files that are mostly loaded together. Rollup makes a file of each set of parts that share something, which is
 * hundreds of files under 500 bytes. The first of the two outputs that this gives is only looked at and never written, so that
 * the join knows what Rollup makes of it: what is left out, and what is there already when a part loads.
 * `measure` gives about what a text weighs once it is packed.
 */
export function createJoin(measure: (text: string) => number) {
  let tell: (files: Map<string, string>) => void;
  const known = new Promise<Map<string, string>>((resolve) => (tell = resolve));
  let fileOf = new Map<string, string>();
  const look: OutputPlugin = {
    name: "look-at-files",
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
      tell(assign(chunks, (code) => measure(minify(code)) * minifiedShare));
      for (const name of Object.keys(bundle)) Reflect.deleteProperty(bundle, name);
    },
  };
  const wait: OutputPlugin = {
    name: "wait-for-files",
    async renderStart() {
      fileOf = await known;
    },
  };
  return { look, wait, chooseFile: (id: string) => fileOf.get(id) };
}

/** Says for each module in which file it travels. */
function assign(chunks: OutputChunk[], weigh: (code: string) => number): Map<string, string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("There is no entry to start from.");
  const there = reach(entry, byName);
  const files = new Map<string, Joined>();
  for (const { fileName, code } of chunks) {
    if (!there.has(fileName))
      files.set(fileName, { names: [fileName], bytes: weigh(code), loadedBy: new Set() });
  }
  const parts = chunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  for (const part of parts) {
    for (const name of reach(part, byName)) files.get(name)?.loadedBy.add(part.fileName);
  }
  for (const [name, { loadedBy }] of files) {
    if (loadedBy.size < parts.length * shareOfEntry) continue;
    there.add(name);
    files.delete(name);
  }
  // A part that nothing else needs stays by itself: whoever loads what it shares would load it too.
  const own = [...files.values()].filter(({ loadedBy }) => loadedBy.size < 2);
  const shared = [...files.values()].filter(({ loadedBy }) => loadedBy.size > 1);
  const screens = new Set(entry.dynamicImports);
  const joined = [...own, ...join(shared, countParts([...files.values()], screens), byName)];
  const fileOf = new Map<string, string>();
  const put = (name: string, file: string) => {
    for (const id of Object.keys(byName.get(name)?.modules ?? {})) fileOf.set(id, file);
  };
  // All are said, also those that stay alone: what is left to Rollup would no longer know what is there already.
  for (const { names } of joined) for (const name of names) put(name, names[0] ?? name);
  for (const name of there) put(name, entry.name);
  return fileOf;
}

/** Joins two files at a time, the best two first, as long as more is saved than loaded in vain. */
function join(files: Joined[], counts: Map<string, number>, byName: Map<string, OutputChunk>): Joined[] {
  const weigh = (parts: Iterable<string>) =>
    [...parts].reduce((sum, part) => sum + (counts.get(part) ?? 0), 0);
  const gain = (one: Joined, other: Joined) => {
    const both = weigh([...one.loadedBy].filter((part) => other.loadedBy.has(part)));
    const inVain = (weigh(one.loadedBy) - both) * other.bytes + (weigh(other.loadedBy) - both) * one.bytes;
    return both * costOfFile - inVain;
  };
  let all = files;
  const pairs = new Map<Joined, Map<Joined, number>>();
  const note = (one: Joined, others: Joined[]) => {
    const gains = new Map<Joined, number>();
    for (const other of others) {
      const saved = gain(one, other);
      if (saved > 0) gains.set(other, saved);
    }
    pairs.set(one, gains);
  };
  all.forEach((one, index) => note(one, all.slice(index + 1)));
  for (;;) {
    const best = [...pairs]
      .flatMap(([one, gains]) => [...gains].map(([other, saved]) => ({ one, other, saved })))
      .sort((a, b) => b.saved - a.saved)
      .find(({ one, other }) => !wouldCircle([one, other], all, byName));
    if (!best) return all;
    const { one, other } = best;
    const made: Joined = {
      names: [...one.names, ...other.names],
      bytes: one.bytes + other.bytes - costOfFile,
      loadedBy: one.loadedBy.union(other.loadedBy),
    };
    all = all.filter((file) => file !== one && file !== other);
    pairs.delete(one);
    pairs.delete(other);
    for (const gains of pairs.values()) {
      gains.delete(one);
      gains.delete(other);
    }
    note(made, all);
    all.push(made);
  }
}

/** Whether one of the two reaches the other by way of a third file, which then would import what imports it. */
function wouldCircle(ends: Joined[], all: Joined[], byName: Map<string, OutputChunk>): boolean {
  const holder = new Map(all.flatMap((file) => file.names.map((name) => [name, file] as const)));
  const importsOf = (file: Joined) =>
    new Set(file.names.flatMap((name) => byName.get(name)?.imports.map((next) => holder.get(next)) ?? []));
  const seen = new Set<Joined>();
  const waiting = ends.flatMap((end) => [...importsOf(end)]).filter((next) => next && !ends.includes(next));
  for (const file of waiting) {
    if (!file || seen.has(file)) continue;
    if (ends.includes(file)) return true;
    seen.add(file);
    waiting.push(...importsOf(file));
  }
  return false;
}

/** Takes out what the minifier does not keep either, as far as that can be done quickly. */
function minify(code: string): string {
  return code.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "").replace(/\s+/g, " ");
}

/**
 * How much a byte of each part counts: the more a part loads, the more, since the budgets are held by the largest, and the
 * first picture of a page before what comes later.
 */
function countParts(files: Joined[], screens: Set<string>): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const { bytes, loadedBy } of files)
    for (const part of loadedBy) sizes.set(part, (sizes.get(part) ?? 0) + bytes);
  return new Map([...sizes].map(([part, bytes]) => [part, bytes * (screens.has(part) ? 1 : shareOfLater)]));
}

function reach(chunk: OutputChunk, byName: Map<string, OutputChunk>, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.fileName)) return seen;
  seen.add(chunk.fileName);
  for (const name of chunk.imports) {
    const next = byName.get(name);
    if (next) reach(next, byName, seen);
  }
  return seen;
}
