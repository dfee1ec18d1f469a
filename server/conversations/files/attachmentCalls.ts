import type { BodyOf } from "../../../shared/contract/call.ts";
import { initTeamAttachment } from "../../../shared/contract/conversations/files/attachments.ts";
import { initAttachment } from "../../../shared/contract/conversations/conversations.ts";
import { attachmentTypeOf, isAudioType } from "../../../shared/domain/attachments.ts";
import { maxAudioBytes } from "../../../shared/domain/speech.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { readRunSkill } from "../../actions/skills/runs.ts";
import type { StoredSkill } from "../../actions/skills/stored.ts";
import { findAgent, findAnsweringAgent } from "../../agents/find.ts";
import type { Db } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route, VisitorCaller } from "../../requests/handle.ts";
import { announceAttachment } from "./attachments.ts";
import type { Sender } from "./attachments.ts";
import type { ConversationDeps } from "../deps.ts";
import { refuseUntakenFile } from "../visitors/offered.ts";
import { ownAgent } from "../visitors/visitors.ts";

/** The calls with which a visitor, or a member, begins to send a file. */
export function createAttachmentRoutes(deps: ConversationDeps): Route[] {
  return [
    handle(initAttachment, async ({ caller, params, body }) => {
      const { organizationId, agentId, contactId } = ownAgent(caller, params.productId);
      const { isForForm, ...file } = body.data;
      if (!isForForm) await refuseUntakenFile(deps, caller, file);
      else if (!(await hasFileField(deps, caller))) throw new AppError("attachments_refused");
      return { data: await announceTyped(deps, { organizationId, agentId, contactId }, file) };
    }),

    handle(initTeamAttachment, async ({ caller, params, body }) => {
      const { organizationId, userId: authorId } = caller;
      const agent = await findAgent(deps.store.db, { organizationId, agentId: params.productId });
      return { data: await announceTyped(deps, { organizationId, agentId: agent.id, authorId }, body.data) };
    }),
  ];
}

/** Whether a form of the agent asks for a file, or a form of a workflow that this visitor has before them. */
async function hasFileField(
  { store, skills }: ConversationDeps,
  visitor: Pick<VisitorCaller, "organizationId" | "agentId" | "contactId" | "preview">,
): Promise<boolean> {
  const agent = await findAnsweringAgent(store.db, visitor, visitor);
  if (!agent) return false;
  return (
    (await skills.list(agent)).some(asksForFile) || (await listShown(store.db, visitor)).some(asksForFile)
  );
}

function asksForFile({ config, inputs }: StoredSkill): boolean {
  return config.kind === "form" && inputs.some(({ type }) => type === "file");
}

/** What waits for a visitor in their conversations. */
async function listShown(
  db: Db,
  { organizationId, agentId, contactId }: Pick<VisitorCaller, "organizationId" | "agentId" | "contactId">,
): Promise<StoredSkill[]> {
  const rows = await db
    .selectFrom("skillRuns")
    .select("skill")
    .where("organizationId", "=", organizationId)
    .where("threadId", "in", (inner) =>
      inner
        .selectFrom("threads")
        .select("id")
        .where("organizationId", "=", organizationId)
        .where("agentId", "=", agentId)
        .where("contactId", "=", contactId),
    )
    .where("state", "=", "waiting")
    .execute();
  return rows.map(readRunSkill);
}

type NewAttachment = BodyOf<typeof initTeamAttachment>["data"];

function typed(file: NewAttachment): NewAttachment {
  const contentType = attachmentTypeOf(file);
  if (!contentType) throw new AppError("attachments_refused", { message: kinds });
  if (isAudioType(contentType) && file.sizeBytes > maxAudioBytes) {
    throw new AppError("attachments_refused", {
      message: "A recording may have 5 MB at most. Make it shorter.",
    });
  }
  return { ...file, contentType };
}

const kinds =
  "Only pictures (PNG, JPEG, WebP, GIF), recordings (WebM, M4A, MP3, OGG, WAV), PDF, text, Markdown and CSV files are accepted.";

/** Makes the rows of a sender's file as its type is known by; `attachments_refused` for one of no kind that is taken. */
export async function announceTyped(deps: ConversationDeps, sender: Sender, announced: NewAttachment) {
  const { store, storage, now } = deps;
  const { name, contentType, sizeBytes } = typed(announced);
  const { fileId: attachmentId, ...target } = await store.transaction((tx) =>
    announceAttachment({ storage, now }, tx, { sender, file: { name, contentType, sizeBytes } }),
  );
  return { attachmentId, ...target };
}
