import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import type { PageRoute } from "../requests/page.ts";
import type { FileStore } from "./fileStore.ts";
import { readForm } from "./readForm.ts";
import type { SettleFile } from "./settle.ts";
import { readOrganization } from "./signedAddress.ts";
import { checkUploadAddress, uploadPath } from "./uploadAddress.ts";

export interface UploadPageDeps {
  db: Db;
  files: FileStore;
  settle: SettleFile;
  uploadKey: Uint8Array;
  now: () => number;
}

/** A form's fields and marks around its file. */
const mostFormBytes = 64 * 1024;

/**
 * The address that takes the file itself: as it is by PUT, or in a form by POST. Its holder may send one file once; it
 * needs no session.
 */
export function uploadPage({ db, files, settle, uploadKey, now }: UploadPageDeps): PageRoute {
  return {
    path: `${uploadPath}/{fileId}`,
    method: ["PUT", "POST"],
    async handler({ request, params: { fileId = "" } }) {
      const search = new URL(request.url).searchParams;
      const organizationId = readOrganization(search);
      const row = await db
        .selectFrom("files")
        .selectAll()
        .where("organizationId", "=", organizationId)
        .where("id", "=", fileId)
        .executeTakeFirst();
      checkUploadAddress(uploadKey, row, { search, now: now() });
      // One that came whole while the server was killed is there as well as one whose row says so.
      if (!row || (await settle(row))) {
        throw new AppError("conflict", { message: "This file was sent already." });
      }
      const mostBytes = row.sizeBytes + (request.method === "POST" ? mostFormBytes : 0);
      if (Number(request.headers.get("content-length") ?? 0) > mostBytes) throw new AppError("too_large");
      const { contentType, body } = await openBody(request);
      if (contentType !== row.contentType) throw new AppError("unsupported_media");
      await files.write(fileId, body, row.sizeBytes);
      await settle(row);
      return new Response(null, { status: 204 });
    },
  };
}

async function openBody(request: Request) {
  const contentType = request.headers.get("content-type");
  const body = request.body ?? new Blob().stream();
  if (request.method !== "POST") return { contentType, body };
  const { fields, file } = await readForm(body, contentType);
  return { contentType: fields.get("content-type") ?? null, body: file };
}
