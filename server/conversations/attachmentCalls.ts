import { initAttachment } from "../../shared/contract/conversations.ts";
import { attachmentTypeOf } from "../../shared/domain/attachments.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { handle } from "../door/handle.ts";
import type { Route, VisitorCaller } from "../door/handle.ts";
import { dayMs, mostBytesADay } from "./attachments.ts";
import type { ConversationDeps } from "./deps.ts";
import { ownAgent } from "./visitors.ts";

/** The call with which a visitor begins to send a file. */
export function createAttachmentRoutes(deps: ConversationDeps): Route[] {
  const { store, storage } = deps;
  return [
    handle(initAttachment, async ({ caller, params, body }) => {
      const { organizationId, agentId, contactId } = ownAgent(caller, params.productId);
      if (!(await (await deps.findOffers(caller)).attachments())) throw new AppError("attachments_refused");
      const { name, sizeBytes } = body.data;
      const contentType = attachmentTypeOf(body.data);
      if (!contentType) {
        throw new AppError("attachments_refused", {
          message: "Only pictures (PNG, JPEG, WebP, GIF), PDF, text, Markdown and CSV files are taken.",
        });
      }
      await refuseTooMuch(deps, caller, sizeBytes);
      const { fileId: id, ...target } = await store.transaction(async (tx) => {
        const file = { organizationId, name, contentType, sizeBytes };
        const announced = await storage.announce(tx, { ...file, createdBy: null });
        const row = { ...file, id: announced.fileId, agentId, contactId, messageId: null };
        await tx
          .insertInto("attachments")
          .values({ ...row, createdAt: deps.now() })
          .execute();
        return announced;
      });
      return { data: { attachmentId: id, ...target } };
    }),
  ];
}

/** What one visitor can fill of the disk has an end. */
async function refuseTooMuch(
  { store, now }: ConversationDeps,
  { organizationId, agentId, contactId }: VisitorCaller,
  sizeBytes: number,
): Promise<void> {
  const { bytes } = await store.db
    .selectFrom("attachments")
    .select((row) => row.fn.sum<number | string | null>("sizeBytes").as("bytes"))
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("contactId", "=", contactId)
    .where("createdAt", ">", now() - dayMs)
    .executeTakeFirstOrThrow();
  if (Number(bytes ?? 0) + sizeBytes <= mostBytesADay) return;
  throw new AppError("attachments_refused", {
    message: "These are as many files as are taken in a day. Try again tomorrow.",
  });
}
