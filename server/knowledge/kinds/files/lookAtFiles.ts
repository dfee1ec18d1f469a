import { AppError } from "../../../../shared/errors/errors.ts";
import { ParseError } from "../../parsing/ParseError.ts";
import type { Looking } from "../../preprocess/looking.ts";

/** Looks what would be taken of uploaded files. */
export async function lookAtFiles(looking: Looking, fileIds: readonly string[]): Promise<void> {
  const { findings, parser, openFile, organizationId, signal } = looking;
  findings.setFound(fileIds.length);
  for (const fileId of fileIds) {
    signal.throwIfAborted();
    const place = { name: "File", url: null };
    try {
      const file = await openFile(organizationId, fileId);
      place.name = file.name;
      const bytes = await file.readStart(file.sizeBytes);
      const { name, contentType } = file;
      findings.take(place, await parser.parse({ name, contentType, bytes }, looking));
    } catch (error) {
      const isMissing = error instanceof AppError && error.code === "not_found";
      if (!isMissing && !(error instanceof ParseError)) throw error;
      const reason = isMissing ? "The file no longer exists. Upload it again." : error.message;
      findings.refuse(place, "unreadable", reason);
    }
  }
}
