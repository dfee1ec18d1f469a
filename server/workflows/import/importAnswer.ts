import type { ImportedWorkflow } from "../../../shared/contract/workflows/imports.ts";

/** What the reader's process answers to the text of a file. A fault is the program's, not the file's. */
export type ImportAnswer =
  | { workflow: ImportedWorkflow }
  | { workflow?: undefined; message: string; isFault: boolean };
