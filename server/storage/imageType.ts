import type { StoredFile } from "./storedFile.ts";

/** What browsers draw and nothing runs in. */
export type ImageType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** The kind of image that a file is, by its first bytes; null where it is none, whatever its name says. */
export async function readImageType(file: Pick<StoredFile, "readStart">): Promise<ImageType | null> {
  return imageTypeOf(await file.readStart(12));
}

/** The same for bytes that are there already. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.subarray(0, 12)).toString("latin1");
  if (start.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (start.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(start)) return "image/gif";
  return start.startsWith("RIFF") && start.slice(8, 12) === "WEBP" ? "image/webp" : null;
}
