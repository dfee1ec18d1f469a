interface Graph {
  getModuleIds(): Iterable<string>;
  getModuleInfo(id: string): { isEntry: boolean; importedIds: readonly string[] } | null;
}

/** Says for Rollup's `manualChunks` in which file a module travels; undefined leaves it to Rollup. */
type ChooseFile = (id: string, graph: Graph) => string | undefined;

/** What is loaded later and travels in one file, by the file's name: the modules that are asked for, from the root. */
export type Parts = Record<string, string[]>;

/**
 * Joins what is loaded later by a table of parts. A part takes along what it imports, unless an entry or a part above it in
 * the table has that already; so what several parts share is no file more to ask for.
 */
export function joinParts(parts: Parts): ChooseFile {
  let fileOf: Map<string, string> | undefined;
  // The whole graph is known from the first question on.
  return (id, graph) => (fileOf ??= assign(parts, graph)).get(id);
}

function assign(parts: Parts, graph: Graph): Map<string, string> {
  const ids = new Map([...graph.getModuleIds()].map((id) => [id.slice(import.meta.dirname.length + 1), id]));
  const taken = new Set<string>();
  for (const id of ids.values()) if (graph.getModuleInfo(id)?.isEntry) reach(id, graph, taken);
  const fileOf = new Map<string, string>();
  for (const [file, modules] of Object.entries(parts)) {
    for (const path of modules) {
      const id = ids.get(path);
      if (id === undefined) throw new Error(`The part ${file} has ${path}, which nothing imports.`);
      for (const found of reach(id, graph, taken)) fileOf.set(found, file);
    }
  }
  return fileOf;
}

/** What a module imports at once, and itself, without what is taken; all of it is taken from then on. */
function reach(id: string, graph: Graph, taken: Set<string>): string[] {
  if (taken.has(id)) return [];
  taken.add(id);
  const imported = graph.getModuleInfo(id)?.importedIds ?? [];
  return [id, ...imported.flatMap((next) => reach(next, graph, taken))];
}
