/** A bucket of any store that speaks S3. All of it comes from the operator. */
export interface S3Settings {
  /** Where this server reaches the store, such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Where browsers reach it, which then send files straight to it; null where they send them to this server. */
  publicUrl: string | null;
  /** Whether the bucket is in the path, as most stores take it, and not before the host's name. */
  isPathStyle: boolean;
}

/** The address of the bucket below one of the store's addresses, without a final slash. */
export function bucketUrl({ bucket, isPathStyle }: S3Settings, base: string): string {
  const url = new URL(base);
  if (!isPathStyle) url.hostname = `${bucket}.${url.hostname}`;
  const path = url.pathname.replace(/\/+$/, "");
  return `${url.origin}${path}${isPathStyle ? `/${bucket}` : ""}`;
}
