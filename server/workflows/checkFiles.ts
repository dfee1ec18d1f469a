import { attachmentTypeOf, isImageType } from "../../shared/domain/attachments.ts";
import { maxAttachmentBytes } from "../../shared/domain/limits.ts";
import type { Graph, Step } from "../../shared/domain/workflows/graph.ts";
import { mapFiles } from "../../shared/domain/workflows/steps.ts";
import type { StepFile } from "../../shared/domain/workflows/steps.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { typeOfBytes } from "../conversations/files/attachments.ts";
import type { Db } from "../database/store.ts";
import type { Storage } from "../storage/storage.ts";
import { audioMarkBytes } from "../storage/audioType.ts";
import { listFiles } from "./files.ts";

interface Checking {
  organizationId: string;
  graph: Graph;
  /** Files that were checked before. */
  known?: Graph | undefined;
}

/**
 * Gives the steps with the files that they send as they are stored: a file must be the organization's, whole, of a kind that
 * messages take and not too large. It reads files, so it comes before the transaction that saves.
 */
export async function checkFiles(
  db: Db,
  { openFile }: Pick<Storage, "openFile">,
  { organizationId, graph, known }: Checking,
): Promise<Graph> {
  const checked = new Map((known ? listFiles(known) : []).map((file) => [file.fileId, file]));
  for (const { fileId, name } of listFiles(graph)) {
    if (fileId === "" || checked.has(fileId)) continue;
    checked.set(fileId, await checkFile());

    async function checkFile(): Promise<StepFile> {
      const stored = await openFile(organizationId, fileId).catch(missing(name));
      if (await isOfConversation(db, { organizationId, fileId }))
        refuse(`“${name}” belongs to a conversation, and goes when that is erased. Upload it here.`);
      if (stored.sizeBytes > maxAttachmentBytes)
        refuse(`“${name}” is larger than ${maxAttachmentBytes / 1_000_000} MB. Choose a smaller file.`);
      const contentType = attachmentTypeOf({
        name: stored.name,
        contentType: typeOfBytes(await stored.readStart(audioMarkBytes), stored.contentType),
      });
      if (contentType === null)
        refuse(`“${name}” is of a kind that messages don’t take. Choose a picture, recording, PDF or text.`);
      return { fileId, name: stored.name, contentType, sizeBytes: stored.sizeBytes };
    }
  }
  return { ...graph, steps: graph.steps.map((step) => withFiles(step, checked)) };
}

async function isOfConversation(
  db: Db,
  { organizationId, fileId }: { organizationId: string; fileId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("attachments")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("id", "=", fileId)
    .executeTakeFirst();
  return row !== undefined;
}

function withFiles(step: Step, checked: ReadonlyMap<string, StepFile>): Step {
  if (step.kind !== "say") return step;
  const config = mapFiles(step.config, (file) => checked.get(file.fileId) ?? file);
  const picture = config.card?.picture;
  if (picture && picture.fileId !== "" && !isImageType(picture.contentType))
    refuse(`“${picture.name}” is no picture. Choose a PNG, JPEG, WebP or GIF for the card.`);
  return { ...step, config };
}

function missing(name: string): (error: unknown) => never {
  return (error) => {
    if (error instanceof AppError && error.code === "not_found")
      refuse(`“${name}” is not stored here. Upload it again.`);
    throw error;
  };
}

function refuse(message: string): never {
  throw new AppError("invalid_input", { message });
}
