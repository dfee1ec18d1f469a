import { initUpload } from "../../shared/contract/storage.ts";
import { AppError } from "../../shared/errors/errors.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../door/handle.ts";
import type { Route } from "../door/handle.ts";
import type { PageRoute } from "../door/page.ts";
import type { AnnounceFile } from "./announce.ts";
import type { FileFolder } from "./files.ts";
import { checkUploadAddress, readOrganization, uploadPath } from "./uploadAddress.ts";

export interface StorageCallDeps {
  db: Db;
  folder: FileFolder;
  uploadKey: Uint8Array;
  now: () => number;
}

/** The call that gives an upload address. */
export function storageRoutes(db: Db, announce: AnnounceFile): Route[] {
  return [
    handle(initUpload, async ({ caller, body }) => {
      const { organizationId, userId: createdBy } = caller;
      const target = await announce(db, { ...body.data, organizationId, createdBy });
      return { ...target, cdn_path: `files/${target.fileId}`, storage_type: "local" };
    }),
  ];
}

/** The address that takes the file itself. Whoever has it may send one file once; it needs no session. */
export function uploadPage({ db, folder, uploadKey, now }: StorageCallDeps): PageRoute {
  return {
    path: `${uploadPath}/{fileId}`,
    method: "PUT",
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
      if (!row || row.status !== "pending") {
        throw new AppError("conflict", { message: "This file was sent already." });
      }
      if (request.headers.get("content-type") !== row.contentType) throw new AppError("unsupported_media");
      const announced = request.headers.get("content-length");
      if (announced !== null && Number(announced) > row.sizeBytes) throw new AppError("too_large");
      await folder.write(fileId, request.body ?? new Blob().stream(), row.sizeBytes);
      await db
        .updateTable("files")
        .set({ status: "stored" })
        .where("organizationId", "=", organizationId)
        .where("id", "=", fileId)
        .execute();
      return new Response(null, { status: 204 });
    },
  };
}
