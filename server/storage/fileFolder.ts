import { randomBytes } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { link, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { AppError } from "../../shared/errors/errors.ts";
import { countBytes } from "./countBytes.ts";
import type { FileStore } from "./fileStore.ts";

/** Longer than any upload may take. */
const abandonedAfterMs = 10 * 60 * 1000;
const sentAlready = "This file was sent already.";

/** The folder of uploaded files. */
export interface FileFolder extends FileStore {
  pathOf(id: string): string;
}

/** Opens the folder, which is made with the first file. */
export function openFileFolder(root: string): FileFolder {
  const pathOf = (id: string) => {
    if (!/^[0-9a-z]{8,64}$/.test(id)) throw new AppError("not_found");
    // The end of an id is random, its beginning the time: by the end the folders fill evenly.
    return join(root, id.slice(-2), id);
  };
  /** Removes what was being sent under this id, or only what can't be in progress: a kill leaves it behind. */
  async function removeParts(id: string, isDead: (changedAt: number) => boolean = () => true): Promise<void> {
    const folder = dirname(pathOf(id));
    const names = (await readdir(folder).catch(noneIfMissing)) ?? [];
    for (const name of names.filter((one) => one.startsWith(`${id}.`))) {
      const part = await stat(join(folder, name)).catch(noneIfMissing);
      if (part && isDead(part.mtimeMs)) await rm(join(folder, name), { force: true });
    }
  }
  const size = async (id: string) => {
    const found = await stat(pathOf(id)).catch(noneIfMissing);
    return found && found.size;
  };
  return {
    type: "local",
    uploadOrigin: null,
    pathOf,
    size,
    presign: () => Promise.resolve(null),
    settle: async ({ id, sizeBytes }) => (await size(id)) === sizeBytes,
    async write(id, body, sizeBytes) {
      // A name of its own: what another request, or a process that was killed, has begun is in nobody's way.
      const part = `${pathOf(id)}.${randomBytes(6).toString("hex")}.part`;
      await mkdir(dirname(part), { recursive: true, mode: 0o700 });
      await removeParts(id, (changedAt) => Date.now() - changedAt > abandonedAfterMs);
      const file = await open(part, "wx", 0o600).catch(explain);
      try {
        if (existsSync(pathOf(id))) throw new AppError("conflict", { message: sentAlready });
        for await (const chunk of countBytes(body, sizeBytes)) await file.writeFile(chunk);
        await file.sync();
        await file.close();
        // Of several that were sent at once, the first that is whole is the file.
        await link(part, pathOf(id));
        await rm(part);
        await syncFolder(dirname(part));
      } catch (error) {
        await file.close().catch(() => {});
        await rm(part, { force: true });
        throw explain(error);
      }
    },
    async read(id) {
      const file = await open(pathOf(id), "r").catch(toNotFound);
      // Node's own type of stream for the web differs from the global one in name only.
      return Readable.toWeb(createReadStream("", { fd: file })) as ReadableStream<Uint8Array>;
    },
    async readStart(id, most) {
      const file = await open(pathOf(id), "r").catch(toNotFound);
      try {
        const bytes = Buffer.alloc(Math.min((await file.stat()).size, most));
        const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
        return bytes.subarray(0, bytesRead);
      } finally {
        await file.close();
      }
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await removeParts(id);
    },
    // A part lies beside its file and goes with it.
    removeUntaken: () => Promise.resolve(),
  };
}

/** A renamed file is there after a power cut only when its folder is written too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function noneIfMissing(error: unknown): null {
  if (codeOf(error) === "ENOENT") return null;
  throw error;
}

/** The row is there and the file is not: it was deleted just now, or somebody took it out of the data folder. */
function toNotFound(error: unknown): never {
  if (codeOf(error) === "ENOENT") throw new AppError("not_found", { cause: error });
  throw error;
}

function explain(error: unknown): never {
  if (codeOf(error) === "EEXIST") throw new AppError("conflict", { message: sentAlready });
  if (codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT") {
    throw new AppError("unavailable", { message: "The server's disk is full.", cause: error });
  }
  throw error;
}
