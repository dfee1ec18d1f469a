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
 * the table has that already; so what several parts share is no file more to ask for. `claims` names modules that belong to
 * one part alone, though others name them in what is left out of their files.
 */
export function joinParts(parts: Parts, claims: Parts = {}): ChooseFile {
  let fileOf: Map<string, string> | undefined;
  // The whole graph is known from the first question on.
  return (id, graph) => (fileOf ??= assign(parts, claims, graph)).get(id);
}

function assign(parts: Parts, claims: Parts, graph: Graph): Map<string, string> {
  const ids = new Map([...graph.getModuleIds()].map((id) => [id.slice(import.meta.dirname.length + 1), id]));
  const taken = new Set<string>();
  for (const id of ids.values()) if (graph.getModuleInfo(id)?.isEntry) reach(id, graph, taken);
  const fileOf = new Map<string, string>();
  const find = (file: string, path: string): string => {
    const id = ids.get(path);
    if (id === undefined) throw new Error(`The part ${file} has ${path}, which nothing imports.`);
    return id;
  };
  for (const [file, modules] of Object.entries(claims)) {
    for (const id of modules.map((path) => find(file, path))) {
      taken.add(id);
      fileOf.set(id, file);
    }
  }
  for (const [file, modules] of Object.entries(parts)) {
    for (const path of modules) {
      for (const found of reach(find(file, path), graph, taken)) fileOf.set(found, file);
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
