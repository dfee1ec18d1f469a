import type { Pickable, Shelf } from "../../../../shared/contract/knowledge/connections.ts";
import type { Browsing, Access } from "../../connected/provider.ts";
import {
  folderType,
  getFile,
  inFolder,
  listDrives,
  listFiles,
  quote,
  shortcutType,
  type DriveFile,
} from "./driveFiles.ts";
import { findRefusal, nameKind } from "./readFile.ts";

const filesAtOnce = 100;
const order = "folder,name_natural";
const sharedPlace = "shared";

/** What somebody sees of their Drive: its places, a folder, what a search finds, or what a link leads to. */
export async function browseDrive(
  access: Access,
  { inside, search, link, cursor }: Browsing,
): Promise<Shelf> {
  if (link !== undefined) return { items: await resolveLink(access, link), next: null };
  if (search) {
    const q = `name contains '${quote(search)}' and trashed = false`;
    return list(access, { q, cursor });
  }
  const place = inside?.split(":")[1];
  if (place === sharedPlace) return list(access, { q: "sharedWithMe = true and trashed = false", cursor });
  if (place) return list(access, { q: inFolder(place), cursor });
  const drives = await listDrives(access);
  const places = [
    { id: "root", name: "My Drive" },
    { id: sharedPlace, name: "Shared with me" },
  ];
  const own = places.map((place): Pickable => ({ ...place, type: "place", what: "", modifiedAt: null }));
  const shared = drives.map((drive): Pickable => ({
    ...drive,
    type: "folder",
    what: "Shared drive",
    modifiedAt: null,
  }));
  return { items: [...own, ...shared], next: null };
}

async function list(
  access: Access,
  { q, cursor }: { q: string; cursor?: string | undefined },
): Promise<Shelf> {
  const { files, next } = await listFiles(access, { q, pageSize: filesAtOnce, orderBy: order, cursor });
  return { items: files.filter(isPickable).map(present), next };
}

/** Files that hold no text are not offered; a shortcut is read as what it leads to. */
function isPickable(file: DriveFile): boolean {
  return isFolder(file) || file.mimeType === shortcutType || findRefusal(file) === null;
}

function isFolder({ mimeType, shortcutDetails }: DriveFile): boolean {
  return mimeType === folderType || shortcutDetails?.targetMimeType === folderType;
}

function present(file: DriveFile): Pickable {
  const { id, name, modifiedTime, shortcutDetails } = file;
  const changed = Date.parse(modifiedTime ?? "");
  return {
    id: shortcutDetails?.targetId ?? id,
    name: name.slice(0, 300),
    type: isFolder(file) ? "folder" : "file",
    what: isFolder(file) ? "Folder" : file.mimeType === shortcutType ? "Shortcut" : nameKind(file),
    modifiedAt: Number.isNaN(changed) ? null : changed,
  };
}

/** `/d/ID/edit`, `/folders/ID`, `?id=ID`, or the id itself. */
async function resolveLink(access: Access, link: string): Promise<Pickable[]> {
  const id =
    /(?:\/d\/|\/folders\/|[?&]id=)([\w-]{10,200})/.exec(link)?.[1] ??
    /^[\w-]{10,200}$/.exec(link.trim())?.[0];
  return id ? [present(await getFile(access, id))] : [];
}
