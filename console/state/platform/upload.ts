import { upload } from "../../../shared/client/upload.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import type { FileKeeper } from "../../../shared/domain/fileKeepers.ts";
import { client } from "./client.ts";

interface UploadOptions {
  orgId: string;
  keptBy?: FileKeeper;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a file to where the server says and gives the id under which a data source names it. */
export async function uploadFile(
  file: File,
  { orgId, keptBy, onProgress, signal }: UploadOptions,
): Promise<string> {
  const target = await client.call(initUpload, {
    params: { orgId },
    body: {
      data: {
        name: file.name,
        contentType: file.type || "application/octet-stream",
        sizeBytes: file.size,
        ...(keptBy && { keptBy }),
      },
    },
    signal,
  });
  await upload(target, file, { onProgress, signal });
  return target.fileId;
}
