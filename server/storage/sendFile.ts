import { readImageType } from "./imageType.ts";
import type { StoredFile } from "./storage.ts";

/**
 * Answers with a file that somebody uploaded: what its bytes show to be a picture is shown, all else is only saved, and
 * nothing of it can run or frame. `headers` are the answer's own, such as for how long it may be kept.
 */
export async function sendFile(
  file: StoredFile,
  { isHead, headers }: { isHead: boolean; headers: Record<string, string> },
): Promise<Response> {
  const image = await readImageType(file);
  return new Response(isHead ? null : await file.read(), {
    headers: {
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "Content-Type": image ?? savedTypes[file.contentType] ?? "application/octet-stream",
      "Content-Disposition": `${image ? "inline" : "attachment"}; filename*=UTF-8''${encodeName(file.name)}`,
      "Content-Length": String(file.sizeBytes),
      ...headers,
    },
  });
}

/** With their type a phone opens these in the right app; a browser runs nothing of them. */
const savedTypes: Record<string, string> = {
  "application/pdf": "application/pdf",
  "text/plain": "text/plain; charset=utf-8",
  "text/markdown": "text/plain; charset=utf-8",
  "text/csv": "text/csv; charset=utf-8",
};

/** A name is data: what could name a folder, or end the header, goes. */
function encodeName(name: string): string {
  const plain = name.toWellFormed().replace(/[\u0000-\u001f\u007f/\\]/g, "_");
  return encodeURIComponent(plain).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}
