import type { AnswerOf } from "../contract/call.ts";
import type { initUpload } from "../contract/storage/storage.ts";
import { RequestError, readError } from "./requestError.ts";
import { toAddress } from "./basePath.ts";

interface UploadOptions {
  /** From 0 to 1, as the bytes leave. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Where PUT and POST are sent from; XMLHttpRequest, because fetch does not tell how far it is. */
  createRequest?: () => XMLHttpRequest;
}

/** Where a file is sent, as the server announced it. */
export type UploadTarget = Pick<AnswerOf<typeof initUpload>, "url" | "fields"> & { method: string };

/**
 * Sends a file to where `initUpload` said: by PUT as it is, with the fields as headers, or by POST as a form. Any other
 * method is the error 'Invalid method' (specification 7).
 */
export async function upload(target: UploadTarget, file: Blob, options: UploadOptions = {}): Promise<void> {
  const { onProgress, signal, createRequest = () => new XMLHttpRequest() } = options;
  if (target.method !== "PUT" && target.method !== "POST") throw new Error("Invalid method");
  if (signal?.aborted) throw new RequestError("cancelled", "The upload was given up.");

  await new Promise<void>((resolve, reject) => {
    const request = createRequest();
    const giveUp = () => request.abort();
    request.open(target.method, toAddress(target.url));
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onabort = () => reject(new RequestError("cancelled", "The upload was given up."));
    request.onerror = () => reject(new RequestError("offline", "The upload was cut. Check your connection."));
    request.onload = () => (request.status < 400 ? resolve() : reject(explain(request)));
    request.onloadend = () => signal?.removeEventListener("abort", giveUp);
    signal?.addEventListener("abort", giveUp);
    if (target.method === "PUT") sendAsIs(request, target, file);
    else request.send(buildForm(target, file));
  });
  onProgress?.(1);
}

function sendAsIs(request: XMLHttpRequest, target: UploadTarget, file: Blob): void {
  for (const [name, value] of Object.entries(target.fields)) request.setRequestHeader(name, value);
  request.send(file);
}

function buildForm(target: UploadTarget, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  // Last: object stores ignore the fields that come after the file.
  form.append("file", file);
  return form;
}

function explain(request: XMLHttpRequest): RequestError {
  const response = new Response(null, { status: request.status });
  try {
    return readError(response, JSON.parse(request.responseText));
  } catch {
    return readError(response, null);
  }
}
