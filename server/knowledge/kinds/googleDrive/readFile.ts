import { uploadLimitBytes } from "../../../../shared/domain/limits.ts";
import type { Content } from "../../connected/visitor.ts";
import type { DriveFile } from "./driveFiles.ts";
import type { Access } from "../../connected/provider.ts";

/** How documents of Google's own kinds are had: as something that the parser reads. */
const exports: Record<string, { type: string; ending: string; what: string; kind?: "markdown" }> = {
  "application/vnd.google-apps.document": {
    ...{ type: "text/markdown", ending: ".md", what: "Google Doc", kind: "markdown" },
  },
  "application/vnd.google-apps.spreadsheet": {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ...{ ending: ".xlsx", what: "Google Sheet" },
  },
  "application/vnd.google-apps.presentation": {
    type: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    ...{ ending: ".pptx", what: "Google Slides" },
  },
};

/** Google's own kinds that can't be had as text, and what has none. */
const textless = /^(application\/vnd\.google-apps\.|image\/|video\/|audio\/|font\/)/;

const largest = `${uploadLimitBytes / 1_000_000} MB`;

/** Why a file is not read at all; null for one that may be. */
export function findRefusal({ mimeType, size }: DriveFile): { isKind: boolean; reason: string } | null {
  if (mimeType in exports) return null;
  if (textless.test(mimeType)) return { isKind: true, reason: "Left out: this file type has no text." };
  if (Number(size ?? 0) <= uploadLimitBytes) return null;
  return { isKind: false, reason: `The file is larger than ${largest}. Split it, or choose parts of it.` };
}

/** What people call a file's kind. */
export function nameKind({ mimeType, name }: DriveFile): string {
  const own = exports[mimeType];
  if (own) return own.what;
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return ending ? ending.toUpperCase() : "File";
}

/** Changes with what a file says, and with its name. */
export function stampOf({ name, md5Checksum, modifiedTime }: DriveFile): string {
  return `${md5Checksum ?? modifiedTime ?? ""} ${name}`;
}

/** Downloads a file, or exports a document of Google's own kinds. */
export async function readFile(access: Access, file: DriveFile): Promise<Content> {
  const { id, name, mimeType, webViewLink } = file;
  const own = exports[mimeType];
  const path = `/files/${encodeURIComponent(id)}`;
  const maxBytes = uploadLimitBytes;
  const { body } = own
    ? await access.ask(`${path}/export`, { query: { mimeType: own.type }, maxBytes })
    : await access.ask(path, { query: { alt: "media", supportsAllDrives: "true" }, maxBytes });
  return {
    ...{ key: id, url: webViewLink ?? null, title: name, links: [], stamp: stampOf(file) },
    name: own ? name + own.ending : name,
    contentType: own?.type ?? mimeType,
    ...(own?.kind && { kind: own.kind }),
    bytes: own?.kind === "markdown" ? withoutPictures(body) : body,
  };
}

/** Google writes the pictures of a document below its text, as data in letters. */
function withoutPictures(bytes: Buffer): Buffer {
  const text = bytes.toString("utf8");
  return Buffer.from(
    text.replace(/^\[image\d+\]:\s*<data:[^>]*>\s*$/gm, "").replace(/!\[[^\]]*\]\[image\d+\]/g, ""),
  );
}
