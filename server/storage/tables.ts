export interface FileRow {
  organizationId: string;
  id: string;
  /** What the person called it: data only, never a path. */
  name: string;
  contentType: string;
  sizeBytes: number;
  status: "pending" | "stored";
  createdBy: string | null;
  createdAt: number;
}

declare module "../database/store.ts" {
  interface Tables {
    files: FileRow;
  }
}
