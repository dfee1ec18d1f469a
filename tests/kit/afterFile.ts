const works: (() => unknown)[] = [];

/**
 * Does this after every test file of this process, what was said last first. Files share the modules of the kit, so a
 * hook of vitest's that a module registers when it is loaded would be heard after the first file alone.
 */
export function afterFile(work: () => unknown): void {
  works.push(work);
}

/** Ends a test file: `patience.ts`, which runs again for every file, calls it. */
export async function endFile(): Promise<void> {
  for (const work of works.toReversed()) await work();
}
