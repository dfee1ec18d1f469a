import type { FileRow } from "./tables.ts";

/** What an upload is bound to: this file, this size, this type. */
export type BoundFile = Pick<FileRow, "id" | "sizeBytes" | "contentType">;

export type UploadMethod = "PUT" | "POST";

/** Where and how a browser sends a file: by PUT as it is with the fields as headers, or by POST as a form with them. */
export interface UploadTarget {
  method: UploadMethod;
  url: string;
  fields: Record<string, string>;
}

/**
 * Where uploaded files lie: the data folder, or an object store by settings. A file lies under its id alone; what
 * people called it never becomes a path or a key.
 */
export interface FileStore {
  /** What the answer of `initUpload` calls `storage_type`. */
  readonly type: "local" | "s3";
  /** The origin to which browsers send files themselves; null where they send them to this server. */
  readonly uploadOrigin: string | null;
  /**
   * Signs an address of the store itself, valid for this file until `expiresAt`; asks nobody. Null where files are sent
   * to this server.
   */
  presign(file: BoundFile, wish: { method: UploadMethod; expiresAt: number }): Promise<UploadTarget | null>;
  /**
   * Whether a file was sent whole and as it was announced. From then on no address that was handed out can change it.
   */
  settle(file: BoundFile): Promise<boolean>;
  /** Writes what comes, of exactly this size, and keeps it for good when it resolves. Nothing is left when it fails. */
  write(id: string, body: ReadableStream<Uint8Array>, sizeBytes: number): Promise<void>;
  /** Gives the whole file; `not_found` where it is gone. */
  read(id: string): Promise<ReadableStream<Uint8Array>>;
  /** Gives the first bytes, at most `most`; `not_found` where it is gone. */
  readStart(id: string, most: number): Promise<Uint8Array>;
  /** How large it is; null where there is none. */
  size(id: string): Promise<number | null>;
  /** Removes a file, or what is left of a broken upload. */
  remove(id: string): Promise<void>;
  /** Removes what was sent and never taken, where it has lain there since before this time. */
  removeUntaken(before: number): Promise<void>;
}
