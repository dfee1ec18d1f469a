import * as v from "valibot";
import { ProviderFault } from "../../connected/faults.ts";
import type { Access } from "../../connected/provider.ts";

/** What Drive says of a file that is of use here. */
const driveFile = v.object({
  id: v.string(),
  name: v.optional(v.string(), ""),
  mimeType: v.optional(v.string(), ""),
  md5Checksum: v.optional(v.string()),
  modifiedTime: v.optional(v.string()),
  size: v.optional(v.string()),
  webViewLink: v.optional(v.string()),
  trashed: v.optional(v.boolean(), false),
  shortcutDetails: v.optional(
    v.object({ targetId: v.optional(v.string()), targetMimeType: v.optional(v.string()) }),
  ),
});
export type DriveFile = v.InferOutput<typeof driveFile>;

const fileList = v.object({
  files: v.optional(v.array(driveFile), []),
  nextPageToken: v.optional(v.string()),
});
const driveList = v.object({
  drives: v.optional(v.array(v.object({ id: v.string(), name: v.string() })), []),
});

const fields =
  "id,name,mimeType,md5Checksum,modifiedTime,size,webViewLink,trashed,shortcutDetails(targetId,targetMimeType)";

export const folderType = "application/vnd.google-apps.folder";
export const shortcutType = "application/vnd.google-apps.shortcut";

/** Without these Drive acts as if shared drives were not there. */
const everywhere = { supportsAllDrives: "true", includeItemsFromAllDrives: "true" };

/** One file or folder. */
export async function getFile(access: Access, id: string): Promise<DriveFile> {
  const path = `/files/${encodeURIComponent(id)}`;
  return parse(driveFile, await access.read(path, { query: { fields, supportsAllDrives: "true" } }));
}

interface Listing {
  /** In Drive's own language for searches. */
  q: string;
  pageSize: number;
  orderBy?: string;
  cursor?: string | undefined;
}

/** A page of what a search finds, in all drives. */
export async function listFiles(
  access: Access,
  { q, pageSize, orderBy, cursor }: Listing,
): Promise<{ files: DriveFile[]; next: string | null }> {
  const query = {
    ...{ ...everywhere, q, pageSize: String(pageSize), fields: `nextPageToken,files(${fields})` },
    ...(orderBy && { orderBy }),
    ...(cursor && { pageToken: cursor }),
  };
  const { files, nextPageToken } = parse(fileList, await access.read("/files", { query }));
  return { files, next: nextPageToken ?? null };
}

/** The shared drives that the account sees. */
export async function listDrives(access: Access): Promise<{ id: string; name: string }[]> {
  return parse(driveList, await access.read("/drives", { query: { pageSize: "100" } })).drives;
}

/** A search for what lies in a folder. */
export function inFolder(id: string): string {
  return `'${quote(id)}' in parents and trashed = false`;
}

/** A text within a search. */
export function quote(text: string): string {
  return text.replace(/[\\']/g, "\\$&");
}

function parse<T extends v.GenericSchema>(schema: T, said: unknown): v.InferOutput<T> {
  const result = v.safeParse(schema, said);
  if (result.success) return result.output;
  throw new ProviderFault("Google Drive gave an unexpected answer.");
}
