import { EgressError } from "../../../egress/EgressError.ts";
import { isMissing, isOfOne, ProviderFault } from "../../connected/faults.ts";
import { inParallel } from "../../connected/inParallel.ts";
import type { Walk, Access } from "../../connected/provider.ts";
import type { Place } from "../../connected/visitor.ts";
import { folderType, getFile, inFolder, listFiles, shortcutType, type DriveFile } from "./driveFiles.ts";
import { findRefusal, readFile, stampOf } from "./readFile.ts";

const filesAtOnce = 1000;
/** Downloads wait for Google most of the time; each of them holds a file in memory. */
const readAtOnce = 4;

/** Comes to every file that was chosen, and to all in the folders that were, however deep; to each once. */
export async function walkDrive(walk: Walk): Promise<boolean> {
  const { access, only, visitor, signal } = walk;
  const { files, isWhole } = only ? await findOnly(walk, only) : await findFiles(walk);
  await visitor.setFound(files.length);
  await inParallel(files, readAtOnce, async (file) => {
    signal.throwIfAborted();
    await visit(walk, access, file);
  });
  return isWhole;
}

interface FoundFiles {
  files: DriveFile[];
  isWhole: boolean;
}

async function findFiles({ access, items, maxItems, visitor, signal }: Walk): Promise<FoundFiles> {
  const files = new Map<string, DriveFile>();
  const folders: string[] = [];
  const met = new Set<string>();
  let missing = 0;

  async function meet(file: DriveFile): Promise<void> {
    if (file.trashed || met.has(file.id)) return;
    met.add(file.id);
    if (file.mimeType === folderType) folders.push(file.id);
    else if (file.mimeType === shortcutType) await meetTarget(file);
    else files.set(file.id, file);
  }

  /** A shortcut to what is gone, or not for this account, is as good as none. */
  async function meetTarget({ shortcutDetails }: DriveFile): Promise<void> {
    const target = shortcutDetails?.targetId;
    const file = target && (await getFile(access, target).catch(ignoreMissing));
    if (file) await meet(file);
  }

  for (const { id, name } of items) {
    const file = await getFile(access, id).catch(ignoreMissing);
    if (file && !file.trashed) await meet(file);
    else {
      missing += 1;
      await visitor.note(`“${name}” is no longer in Google Drive, or this account can’t see it.`);
    }
  }
  if (missing === items.length)
    throw new ProviderFault("This account can’t see any of the chosen items. Pages read before stay.");

  for (
    let folder = folders.shift();
    folder !== undefined && files.size <= maxItems;
    folder = folders.shift()
  ) {
    let cursor: string | null = null;
    do {
      signal.throwIfAborted();
      const q = inFolder(folder);
      const page = await listFiles(access, { q, pageSize: filesAtOnce, cursor: cursor ?? undefined });
      for (const file of page.files) await meet(file);
      // The same place again would have no end.
      cursor = page.next === cursor ? null : page.next;
    } while (cursor !== null && files.size <= maxItems);
  }
  const isWhole = files.size <= maxItems;
  if (!isWhole) await visitor.note(`This source takes ${maxItems} files. The others were left out.`);
  return { files: [...files.values()].slice(0, maxItems), isWhole };
}

async function findOnly({ access, visitor }: Walk, only: readonly string[]): Promise<FoundFiles> {
  const files: DriveFile[] = [];
  for (const key of only) {
    const file = await getFile(access, key).catch(ignoreMissing);
    if (file && !file.trashed) files.push(file);
    else
      await visitor.refuse(
        { key, url: null, title: key },
        "It is no longer in Google Drive, or this account can’t see it.",
      );
  }
  return { files, isWhole: false };
}

function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

async function visit({ visitor, only }: Walk, access: Access, file: DriveFile): Promise<void> {
  const place: Place = { key: file.id, url: file.webViewLink ?? null, title: file.name };
  const refusal = findRefusal(file);
  if (refusal)
    return refusal.isKind ? visitor.leaveOut(place, refusal.reason) : visitor.refuse(place, refusal.reason);
  if (!only && (await visitor.keepKnown(file.id, stampOf(file)))) return;
  try {
    await visitor.take(await readFile(access, file));
  } catch (error) {
    const reason = describeFault(error);
    if (reason === null) throw error;
    await visitor.refuse(place, reason);
  }
}

/** Why this one file could not be had; null where it is not about the file. */
function describeFault(error: unknown): string | null {
  if (error instanceof EgressError) return error.reason === "tooLarge" ? error.message : null;
  if (!isOfOne(error)) return null;
  if (error.code === "exportSizeLimitExceeded")
    return "Google exports documents of up to 10 MB only. Split it, or upload it as a file.";
  if (error.code === "cannotDownloadFile") return "Its owner does not allow downloads.";
  return error.message;
}
