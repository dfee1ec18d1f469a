import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { startObjectStore } from "./objectStore.ts";
import type { ObjectStore, ObjectStoreOptions } from "./objectStore.ts";
import { startTestServer } from "../server.ts";
import type { TestServer } from "../server.ts";
import type { StoreKind } from "../database/stores.ts";

/** A server with the place its files lie in. */
export interface FilesServer {
  server: TestServer;
  /** The object store, where that is the place. */
  objects: ObjectStore | null;
  /** The names of everything that lies there of this file. */
  list(fileId: string): Promise<string[]>;
}

export interface FileStoreKind {
  name: string;
  open(store: StoreKind): Promise<FilesServer>;
}

/** The places that files can lie in, for `describe.each(fileStores())`; browsers send to the server in both. */
export function fileStores(): FileStoreKind[] {
  return [
    {
      name: "the folder",
      async open(store) {
        const server = await startTestServer({ store });
        const list = async (fileId: string) => {
          const folder = join(server.dataDir, "files", fileId.slice(-2));
          const names = existsSync(folder) ? await readdir(folder) : [];
          return names.filter((name) => name.startsWith(fileId));
        };
        return { server, objects: null, list };
      },
    },
    {
      name: "an object store",
      open: (store) => openWithObjects(store, { isDirect: false }),
    },
    {
      name: "an object store that refuses conditions",
      open: (store) => openWithObjects(store, { isDirect: false, refusesConditions: true }),
    },
  ];
}

/** A server whose files lie in an object store; with `isDirect` browsers send straight to that. */
export async function openWithObjects(
  store: StoreKind,
  {
    isDirect,
    ...conditions
  }: { isDirect: boolean } & Pick<ObjectStoreOptions, "ignoresConditions" | "refusesConditions">,
): Promise<FilesServer & { objects: ObjectStore }> {
  let now = Date.now;
  const objects = await startObjectStore({ now: () => now(), ...conditions });
  const { settings } = objects;
  const server = await startTestServer({ store, s3: isDirect ? settings : { ...settings, publicUrl: null } });
  now = server.clock.now;
  const list = async (fileId: string) => [...objects.objects.keys()].filter((key) => key.endsWith(fileId));
  return { server, objects, list };
}
