import { AppError } from "../../shared/errors/errors.ts";
import type { PageRoute } from "../door/page.ts";
import { readImageType } from "../storage/imageType.ts";
import type { StoredFile } from "../storage/storage.ts";
import { attachmentPath, readAttachmentAddress } from "./attachmentAddress.ts";
import type { ConversationDeps } from "./deps.ts";

type PageDeps = Pick<ConversationDeps, "storage" | "attachmentKey" | "now">;

/** The address at which a visitor's file is seen. Its bytes decide whether it is a picture; all else is only saved. */
export function attachmentPage({ storage, attachmentKey, now }: PageDeps): PageRoute {
  return {
    path: `${attachmentPath}/{attachmentId}`,
    async handler({ request, params: { attachmentId: id = "" } }) {
      const search = new URL(request.url).searchParams;
      const found = readAttachmentAddress(attachmentKey, { id, search, now: now() });
      if (!found) throw new AppError("signature_refused", { message: "This address is no longer good." });
      const file = await storage.openFile(found.organizationId, id);
      const headers = await headersOf(file);
      return new Response(request.method === "HEAD" ? null : file.read(), { headers });
    },
  };
}

/** The chat's frame and the console show pictures, on sites that ask every picture for its policy too. */
const common = {
  "Cache-Control": "private, max-age=3600",
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

async function headersOf({
  path,
  name,
  contentType,
  sizeBytes,
}: StoredFile): Promise<Record<string, string>> {
  const image = await readImageType(path).catch(toMissing);
  const kind = image ? "inline" : "attachment";
  return {
    ...common,
    "Content-Type": image ?? savedTypes[contentType] ?? "application/octet-stream",
    "Content-Disposition": `${kind}; filename*=UTF-8''${encodeName(name)}`,
    "Content-Length": String(sizeBytes),
  };
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

/** The row is there and the bytes are not: it was deleted just now. */
function toMissing(error: unknown): never {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") throw new AppError("not_found");
  throw error;
}
