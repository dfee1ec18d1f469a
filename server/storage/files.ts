import { createReadStream, existsSync } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { AppError } from "../../shared/errors/errors.ts";

/** How long a client may send nothing in the middle of a file. */
const silentForMs = 30_000;

/** The folder of uploaded files. A file lies under its id alone; what people called it never becomes a path. */
export interface FileFolder {
  pathOf(id: string): string;
  /** Writes what comes, of exactly this size, and has it on the disk when it resolves. Nothing is left when it fails. */
  write(id: string, body: ReadableStream<Uint8Array>, sizeBytes: number): Promise<void>;
  read(id: string): ReadableStream<Uint8Array>;
  /** Removes a file, or what is left of a broken upload. */
  remove(id: string): Promise<void>;
}

/** Opens the folder, which is made with the first file. */
export function openFileFolder(root: string): FileFolder {
  const pathOf = (id: string) => {
    if (!/^[0-9a-z]{8,64}$/.test(id)) throw new AppError("not_found");
    // The end of an id is random, its beginning the time: by the end the folders fill evenly.
    return join(root, id.slice(-2), id);
  };
  const partOf = (id: string) => `${pathOf(id)}.part`;
  return {
    pathOf,
    async write(id, body, sizeBytes) {
      const part = partOf(id);
      await mkdir(dirname(part), { recursive: true, mode: 0o700 });
      const file = await open(part, "wx", 0o600).catch(explain);
      try {
        // Somebody else may have sent it whole since the caller looked; from here on only this request can.
        if (existsSync(pathOf(id)))
          throw new AppError("conflict", { message: "This file was sent already." });
        await copy(body, sizeBytes, (chunk) => file.writeFile(chunk));
        await file.sync();
        await file.close();
        await rename(part, pathOf(id));
        await syncFolder(dirname(part));
      } catch (error) {
        await file.close().catch(() => {});
        await rm(part, { force: true });
        throw explain(error);
      }
    },
    read(id) {
      // Node's own type of stream for the web differs from the global one in name only.
      return Readable.toWeb(createReadStream(pathOf(id))) as ReadableStream<Uint8Array>;
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
      await rm(partOf(id), { force: true });
    },
  };
}

async function copy(
  body: ReadableStream<Uint8Array>,
  sizeBytes: number,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const reader = body.getReader();
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await readWithin(reader);
      if (done) break;
      bytes += value.byteLength;
      if (bytes > sizeBytes)
        throw new AppError("too_large", { message: "More was sent than was announced." });
      await write(value);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
  if (bytes < sizeBytes)
    throw new AppError("invalid_input", { message: "The file was cut on its way. Send it again." });
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new AppError("timeout")), silentForMs);
  });
  const read = reader.read().catch((cause: unknown) => {
    throw new AppError("timeout", { cause });
  });
  return Promise.race([read, late]).finally(() => clearTimeout(timer));
}

/** A renamed file is there after a power cut only when its folder is written too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  await folder.sync().finally(() => folder.close());
}

function explain(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EEXIST") throw new AppError("conflict", { message: "This file is being sent already." });
  if (code === "ENOSPC" || code === "EDQUOT") {
    throw new AppError("unavailable", { message: "The server's disk is full.", cause: error });
  }
  throw error;
}
