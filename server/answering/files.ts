import { AppError } from "../../shared/errors/errors.ts";
import { imageTypeOf } from "../storage/imageType.ts";
import { readTextFile } from "./readTextFile.ts";
import type { AskedFile, GivenFile } from "./askedFile.ts";

/** What goes into one question with all that stands before it; the newest files come first. */
const mostFiles = 8;
const mostBytes = 12_000_000;
const mostTextFiles = 4;

export interface FileRules {
  /** Whether the model takes pictures and PDFs; texts go as text to every model. */
  takesBinaries?: boolean;
  /** Takes personal data out of texts. */
  hide?: (text: string) => string;
}

/** Gives what the model gets of each file, oldest first: within the bounds, from the newest on. */
export async function readFiles(
  files: AskedFile[],
  { takesBinaries = true, hide = (text) => text }: FileRules = {},
): Promise<Map<AskedFile, GivenFile>> {
  const given = new Map<AskedFile, GivenFile>(files.map((file) => [file, { use: "left_out" }]));
  let bytes = 0;
  let texts = 0;
  const possible = files.filter((file) => takesBinaries || isText(file));
  for (const file of possible.slice(-mostFiles).reverse()) {
    if (isText(file) ? texts >= mostTextFiles : bytes + file.sizeBytes > mostBytes) continue;
    if (isText(file)) texts += 1;
    else bytes += file.sizeBytes;
    given.set(file, await (isText(file) ? readTextFile(file, hide) : readWhole(file)).catch(leaveOut));
  }
  return given;
}

function isText({ contentType }: AskedFile): boolean {
  return contentType.startsWith("text/");
}

/** A file that was deleted meanwhile takes no answer with it. */
function leaveOut(error: unknown): GivenFile {
  if (error instanceof AppError && error.code === "not_found") return { use: "left_out" };
  throw error;
}

/** Pictures and PDFs go as they are: nobody here decodes them. What is neither goes not at all. */
async function readWhole(file: AskedFile): Promise<GivenFile> {
  const bytes = await file.read(file.sizeBytes);
  const mediaType = imageTypeOf(bytes) ?? (isPdf(bytes) ? "application/pdf" : null);
  return mediaType ? { use: "read", file: { name: file.name, mediaType, bytes } } : { use: "left_out" };
}

/** Readers allow some bytes before a PDF's mark. */
function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes("%PDF-");
}
