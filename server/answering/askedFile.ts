import type { ModelFile } from "../models/chatModel.ts";

/** A file that a visitor sent along. What it claims to be is data: its bytes decide. */
export interface AskedFile {
  name: string;
  contentType: string;
  sizeBytes: number;
  /** Gives its first bytes, at most `most`. */
  read(most: number): Promise<Uint8Array>;
}

/** What a model gets of a file: the file itself, its text, or nothing. */
export type GivenFile =
  | { use: "read"; file: ModelFile }
  | { use: "read" | "cut"; text: string }
  | { use: "left_out" };
