import type { BodyOf } from "../../shared/contract/call.ts";
import { initTeamAttachment } from "../../shared/contract/attachments.ts";
import { initAttachment } from "../../shared/contract/conversations.ts";
import { attachmentTypeOf } from "../../shared/domain/attachments.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAgent } from "../agents/find.ts";
import { handle } from "../door/handle.ts";
import type { Route, VisitorCaller } from "../door/handle.ts";
import { announceAttachment, dayMs, mostBytesADay } from "./attachments.ts";
import type { Sender } from "./attachments.ts";
import type { ConversationDeps } from "./deps.ts";
import { ownAgent } from "./visitors.ts";

/** The calls with which a visitor, or somebody of the team, begins to send a file. */
export function createAttachmentRoutes(deps: ConversationDeps): Route[] {
  return [
    handle(initAttachment, async ({ caller, params, body }) => {
      const { organizationId, agentId, contactId } = ownAgent(caller, params.productId);
      if (!(await (await deps.findOffers(caller)).attachments())) throw new AppError("attachments_refused");
      const file = typed(body.data);
      await refuseTooMuch(deps, caller, file.sizeBytes);
      return { data: await announce(deps, { organizationId, agentId, contactId }, file) };
    }),

    handle(initTeamAttachment, async ({ caller, params, body }) => {
      const { organizationId, userId: authorId } = caller;
      const agent = await findAgent(deps.store.db, { organizationId, agentId: params.productId });
      return {
        data: await announce(deps, { organizationId, agentId: agent.id, authorId }, typed(body.data)),
      };
    }),
  ];
}

type NewAttachment = BodyOf<typeof initAttachment>["data"];

function typed(file: NewAttachment): NewAttachment {
  const contentType = attachmentTypeOf(file);
  if (contentType) return { ...file, contentType };
  throw new AppError("attachments_refused", {
    message: "Only pictures (PNG, JPEG, WebP, GIF), PDF, text, Markdown and CSV files are taken.",
  });
}

async function announce(
  { store, storage, now }: ConversationDeps,
  sender: Sender,
  { name, contentType, sizeBytes }: NewAttachment,
) {
  const { fileId: attachmentId, ...target } = await store.transaction((tx) =>
    announceAttachment({ storage, now }, tx, { sender, file: { name, contentType, sizeBytes } }),
  );
  return { attachmentId, ...target };
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
    .where("authorId", "is", null)
    .where("createdAt", ">", now() - dayMs)
    .executeTakeFirstOrThrow();
  if (Number(bytes ?? 0) + sizeBytes <= mostBytesADay) return;
  throw new AppError("attachments_refused", {
    message: "These are as many files as are taken in a day. Try again tomorrow.",
  });
}
