import { join } from "node:path";
import { listBackups } from "./makeBackup.ts";
import { readManifest } from "./manifest.ts";
import type { Manifest } from "./manifest.ts";

/** The newest backups of a folder that can be read, the newest first. */
export async function listManifests(
  folder: string,
  most: number,
): Promise<{ name: string; manifest: Manifest }[]> {
  const names = (await listBackups(folder)).slice(-most).toReversed();
  const read = await Promise.all(
    names.map(async (name) => {
      const manifest = await readManifest(join(folder, name)).catch(() => null);
      return manifest && { name, manifest };
    }),
  );
  return read.filter((one) => one !== null);
}
