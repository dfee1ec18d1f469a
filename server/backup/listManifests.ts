import type { Manifest } from "./manifest.ts";

/** Where backups are: a folder, or a bucket. */
export interface BackupPlace {
  /** The names of the complete backups, oldest first. */
  list(): Promise<string[]>;
  /** Throws CannotStart where the backup can't be read. */
  readManifest(name: string): Promise<Manifest>;
}

/** The newest readable backups of a place, newest first. */
export async function listManifests(
  place: BackupPlace,
  most: number,
): Promise<{ name: string; manifest: Manifest }[]> {
  const names = (await place.list()).slice(-most).toReversed();
  const read = await Promise.all(
    names.map(async (name) => {
      const manifest = await place.readManifest(name).catch(() => null);
      return manifest && { name, manifest };
    }),
  );
  return read.filter((one) => one !== null);
}

/** The number of backups, and when the newest readable one was made. */
export async function countBackups(place: BackupPlace): Promise<{ count: number; newestAt: number | null }> {
  const names = await place.list();
  for (const name of names.toReversed()) {
    const manifest = await place.readManifest(name).catch(() => null);
    if (manifest) return { count: names.length, newestAt: manifest.madeAt };
  }
  return { count: names.length, newestAt: null };
}
