import type { FileKeeper } from "../../shared/domain/fileKeepers.ts";

export interface FileRow {
  organizationId: string;
  id: string;
  /** What the person called it: data only, never a path. */
  name: string;
  contentType: string;
  sizeBytes: number;
  status: "pending" | "stored";
  createdBy: string | null;
  /** What deletes it once nothing uses it; null for a file that stays until it is removed. */
  keptBy: FileKeeper | null;
  createdAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    files: FileRow;
  }
}
