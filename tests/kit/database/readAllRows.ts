import { openSnapshot } from "../../../server/backup/snapshot.ts";
import type { Store } from "../../../server/database/store.ts";

/** All rows of all tables, in one order. `folder` is for the snapshot meanwhile. */
export async function readAllRows(store: Store, folder: string): Promise<Record<string, string[]>> {
  const snapshot = await openSnapshot(store, folder);
  const all: Record<string, string[]> = {};
  for (const table of snapshot.tables) {
    const lines: string[] = [];
    for await (const rows of snapshot.read(table))
      lines.push(...rows.map((row) => JSON.stringify(Object.entries(row).toSorted(), bytesAsText)));
    all[table] = lines.toSorted();
  }
  await snapshot.close();
  return all;
}

/** The stores give bytes as different kinds of array. */
function bytesAsText(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value;
}
