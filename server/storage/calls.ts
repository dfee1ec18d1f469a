import { getSignedUrl, initPublicUpload, initUpload } from "../../shared/contract/storage/storage.ts";
import type { Db } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import type { AnnounceFile } from "./announce.ts";
import type { FileStore } from "./fileStore.ts";
import { publicNamespace, refuseWhereFull } from "./publicFiles.ts";
import { makeReadAddress } from "./readPage.ts";
import type { Storage } from "./storage.ts";

export interface StorageCallDeps {
  db: Db;
  files: FileStore;
  announce: AnnounceFile;
  openFile: Storage["openFile"];
  uploadKey: Uint8Array;
  now: () => number;
}

/** The calls that give addresses: to send a file to, and to read one at. */
export function storageRoutes({ openFile, uploadKey, now, ...deps }: StorageCallDeps): Route[] {
  const { db, files, announce } = deps;
  async function init(file: Parameters<AnnounceFile>[1]) {
    const target = await announce(db, file);
    return { ...target, cdn_path: `files/${target.fileId}`, storage_type: files.type };
  }
  return [
    handle(initUpload, ({ caller, query, body }) => {
      const { organizationId, userId: createdBy } = caller;
      return init({ ...body.data, organizationId, createdBy, method: query.method });
    }),

    handle(initPublicUpload, async ({ query, body }) => {
      await refuseWhereFull(db, body.data.sizeBytes);
      const file = { ...body.data, organizationId: publicNamespace, createdBy: null };
      return init({ ...file, method: query.method });
    }),

    handle(getSignedUrl, async ({ caller: { organizationId }, query: { fileId: id } }) => {
      await openFile(organizationId, id);
      return { data: makeReadAddress({ key: uploadKey, organizationId, id }, now()) };
    }),
  ];
}
