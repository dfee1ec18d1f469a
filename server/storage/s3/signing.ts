import { createHmac } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import type { UploadMethod, UploadTarget } from "../fileStore.ts";
import { bucketUrl } from "./settings.ts";
import type { S3Settings } from "./settings.ts";

export interface Signable {
  method: string;
  url: string;
  headers?: Record<string, string>;
  now: number;
}

/** Signs a request of this server. The body is bound by its length only, so that it can be sent as it comes. */
export async function signHeaders(settings: S3Settings, { now, ...request }: Signable) {
  return new AwsV4Signer({ ...identify(settings, now), ...request }).sign();
}

export interface SignedUpload {
  key: string;
  sizeBytes: number;
  contentType: string;
  method: UploadMethod;
  /** The store takes nothing where there is something, where it is told to. */
  isConditional: boolean;
  now: number;
  expiresAt: number;
}

/** Signs an address to which a browser sends one object of just this size and type. */
export async function signUpload(
  settings: S3Settings & { publicUrl: string },
  upload: SignedUpload,
): Promise<UploadTarget> {
  const bucket = bucketUrl(settings, settings.publicUrl);
  return upload.method === "PUT"
    ? signPut(settings, upload, `${bucket}/${upload.key}`)
    : signForm(settings, upload, bucket);
}

/**
 * By PUT length and type are signed headers: another length has another signature. The browser itself says the length,
 * and a store that knows conditions takes nothing where there is something.
 */
async function signPut(settings: S3Settings, upload: SignedUpload, address: string): Promise<UploadTarget> {
  const { contentType, sizeBytes, isConditional, now, expiresAt } = upload;
  const fields = { "content-type": contentType, ...(isConditional && { "if-none-match": "*" }) };
  const expires = Math.ceil((expiresAt - now) / 1000);
  const { url } = await new AwsV4Signer({
    ...identify(settings, now),
    method: "PUT",
    url: `${address}?X-Amz-Expires=${expires}`,
    headers: { ...fields, "content-length": String(sizeBytes) },
    signQuery: true,
    allHeaders: true,
  }).sign();
  return { method: "PUT", url: url.href, fields };
}

/** By POST a signed policy says what the form's file may be. */
function signForm(settings: S3Settings, upload: SignedUpload, bucketAddress: string): UploadTarget {
  const { key, contentType, sizeBytes, now, expiresAt } = upload;
  const { accessKeyId, datetime } = identify(settings, now);
  const scope = [datetime.slice(0, 8), settings.region, "s3", "aws4_request"];
  const bound = {
    key,
    "Content-Type": contentType,
    success_action_status: "204",
    "x-amz-algorithm": "AWS4-HMAC-SHA256",
    "x-amz-credential": [accessKeyId, ...scope].join("/"),
    "x-amz-date": datetime,
  };
  const conditions = [
    { bucket: settings.bucket },
    ...Object.entries(bound).map(([name, value]) => ({ [name]: value })),
    ["content-length-range", sizeBytes, sizeBytes],
  ];
  const expiration = new Date(expiresAt).toISOString();
  const policy = Buffer.from(JSON.stringify({ expiration, conditions })).toString("base64");
  const signingKey = scope.reduce<Buffer | string>(
    (key, part) => hmac(key, part).digest(),
    `AWS4${settings.secretAccessKey}`,
  );
  const signature = hmac(signingKey, policy).digest("hex");
  return {
    method: "POST",
    url: bucketAddress,
    fields: { ...bound, policy, "x-amz-signature": signature },
  };
}

function hmac(key: Buffer | string, text: string) {
  return createHmac("sha256", key).update(text);
}

function identify({ accessKeyId, secretAccessKey, region }: S3Settings, now: number) {
  const datetime = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, "");
  return { accessKeyId, secretAccessKey, region, service: "s3", datetime };
}
