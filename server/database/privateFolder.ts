import { chmodSync, mkdirSync, statSync } from "node:fs";

/** What others on this machine may do in a folder. */
const othersRights = 0o007;

/**
 * Makes the folder, and takes from other users of this machine what they may do in one that was there before: a volume, or
 * `mkdir`, leaves it readable for all. What its group may do is the operator's choice and stays. Where the folder belongs
 * to somebody else it stays as it is.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { mode } = statSync(folder);
  if ((mode & othersRights) === 0) return;
  try {
    chmodSync(folder, mode & 0o777 & ~othersRights);
  } catch (error) {
    const isForeign = error instanceof Error && "code" in error && error.code === "EPERM";
    if (!isForeign) throw error;
  }
}
