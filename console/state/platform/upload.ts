import { upload } from "../../../shared/client/upload.ts";
import { initUpload } from "../../../shared/contract/storage/storage.ts";
import { client } from "./client.ts";

interface UploadOptions {
  orgId: string;
  /** From 0 to 1. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/** Sends a file to where the server says and gives the id under which a data source names it. */
export async function uploadFile(file: File, { orgId, onProgress, signal }: UploadOptions): Promise<string> {
  const target = await client.call(initUpload, {
    params: { orgId },
    body: {
      data: {
        name: file.name,
        contentType: file.type || "application/octet-stream",
        sizeBytes: file.size,
      },
    },
    signal,
  });
  await upload(target, file, { onProgress, signal });
  return target.fileId;
}
