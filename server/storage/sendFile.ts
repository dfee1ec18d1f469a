import { isAudioType } from "../../shared/domain/attachments.ts";
import { maxAudioBytes } from "../../shared/domain/speech.ts";
import { readRange } from "./byteRange.ts";
import { readImageType } from "./imageType.ts";
import type { StoredFile } from "./storedFile.ts";

export interface SentFile {
  isHead: boolean;
  /** The answer's own, such as for how long it may be kept. */
  headers: Record<string, string>;
  /** The request's `Range`, which some browsers play no recording without. */
  range?: string | null;
}

/**
 * Answers with a file that somebody uploaded: what its bytes show to be a picture is shown, all else is only saved, and
 * nothing of it can run or frame. Recordings are heard by what they are saved as.
 */
export async function sendFile(
  file: StoredFile,
  { isHead, headers: own, range: wanted = null }: SentFile,
): Promise<Response> {
  const { sizeBytes } = file;
  const image = await readImageType(file);
  const isHeard = isAudioType(file.contentType) && sizeBytes <= maxAudioBytes;
  const headers = {
    "Content-Security-Policy": "sandbox; default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Content-Type": image ?? savedType(file.contentType),
    "Content-Disposition": `${image ? "inline" : "attachment"}; filename*=UTF-8''${encodeName(file.name)}`,
    ...(isHeard && { "Accept-Ranges": "bytes" }),
    ...own,
  };
  const range = isHeard ? readRange(wanted, sizeBytes) : null;
  if (range === "none") {
    return new Response(null, {
      status: 416,
      headers: { ...headers, "Content-Range": `bytes */${sizeBytes}` },
    });
  }
  if (range) {
    const { from, to } = range;
    const part = new Uint8Array((await file.readStart(to + 1)).subarray(from));
    const about = {
      "Content-Range": `bytes ${from}-${to}/${sizeBytes}`,
      "Content-Length": String(part.length),
    };
    return new Response(isHead ? null : part, { status: 206, headers: { ...headers, ...about } });
  }
  return new Response(isHead ? null : await file.read(), {
    headers: { ...headers, "Content-Length": String(sizeBytes) },
  });
}

/** With their type a phone opens these in the right app; a browser runs nothing of them. */
const savedTypes: Record<string, string> = {
  "application/pdf": "application/pdf",
  "text/plain": "text/plain; charset=utf-8",
  "text/markdown": "text/plain; charset=utf-8",
  "text/csv": "text/csv; charset=utf-8",
};

function savedType(contentType: string): string {
  return savedTypes[contentType] ?? (isAudioType(contentType) ? contentType : "application/octet-stream");
}

/** A name is data: what could name a folder, or end the header, goes. */
function encodeName(name: string): string {
  const plain = name.toWellFormed().replace(/[\u0000-\u001f\u007f/\\]/g, "_");
  return encodeURIComponent(plain).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
