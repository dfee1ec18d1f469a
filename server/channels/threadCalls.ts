import {
  chooseReplyChannel as chooseReplyChannelCall,
  getThreadChannel,
  getWhatsappTemplates,
  listReplyChannels as listReplyChannelsCall,
  previewMessage as previewMessageCall,
  resendMessage,
  sendTemplate,
} from "../../shared/contract/channels/channels.ts";
import type { ThreadChannel, WhatsappTemplate } from "../../shared/contract/channels/channels.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import type { ThreadKey } from "../conversations/deps.ts";
import { findThread } from "../conversations/threads/find.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import { handle } from "../requests/handle.ts";
import type { Route } from "../requests/handle.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps } from "./deps.ts";
import type { Outgoing } from "./kind.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { fillTemplate } from "./kinds/whatsapp/templates.ts";
import { findBound } from "./findBound.ts";
import type { BoundRow } from "./findBound.ts";
import { findChannel, openChannel } from "./open.ts";
import { presentDelivery } from "./present.ts";
import { previewMessage } from "./previewMessage.ts";
import { chooseReplyChannel, listReplyChannels } from "./replyChannels.ts";
import { findWait } from "./quietHours.ts";
import { findWindowEnd } from "./replyWindow.ts";
import { sendingKind } from "./sendDeliveries.ts";
import { tellDeliveries } from "./tellDeliveries.ts";

/** How many of the newest deliveries are told. */
const mostDeliveries = 200;

/** The team's calls on conversations that continue by a channel. */
export function threadChannelRoutes(deps: ChannelDeps, kinds: ChannelKinds): Route[] {
  const { store, jobs, now } = deps;
  return [
    handle(getThreadChannel, async ({ caller, params }) => {
      const { organizationId } = caller;
      const { productId: agentId, threadId } = params;
      await findThread(store.db, { organizationId, agentId, threadId });
      return { data: await describeChannel(deps, store.reader, { organizationId, threadId }) };
    }),

    handle(listReplyChannelsCall, async ({ caller, params }) => {
      const { organizationId } = caller;
      const { productId: agentId, threadId } = params;
      const thread = await findThread(store.db, { organizationId, agentId, threadId });
      return { items: await listReplyChannels({ deps, kinds }, store.db, thread) };
    }),

    handle(chooseReplyChannelCall, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const { productId: agentId, threadId } = params;
      const key = { organizationId, agentId, threadId };
      await store.transaction((tx) => chooseReplyChannel({ deps, kinds }, tx, { key, ...body.data }));
      return { data: await describeChannel(deps, store.db, key) };
    }),

    handle(previewMessageCall, async ({ caller, params, body }) => {
      const { organizationId, userId } = caller;
      const { productId: agentId, threadId } = params;
      const { content, attachments: attachmentIds } = body.data;
      const key = { organizationId, agentId, threadId };
      await findThread(store.db, key);
      return { data: await previewMessage(kinds, store.reader, { key, userId, content, attachmentIds }) };
    }),

    handle(resendMessage, async ({ caller, params }) => {
      const { organizationId } = caller;
      const { productId: agentId, threadId, channelDeliveryId } = params;
      await findThread(store.db, { organizationId, agentId, threadId });
      const row = await store.transaction(async (tx) => {
        const before = await tx
          .selectFrom("channelDeliveries")
          .selectAll()
          .where("organizationId", "=", organizationId)
          .where("threadId", "=", threadId)
          .where("id", "=", channelDeliveryId)
          .forUpdate()
          .executeTakeFirst();
        if (!before) throw new AppError("not_found");
        if (before.state !== "failed")
          throw new AppError("conflict", { message: "This message is on its way, or arrived." });
        const after = await tx
          .updateTable("channelDeliveries")
          .set({ state: "queued", jobId: null, problem: null, attempts: 0, updatedAt: now() })
          .where("organizationId", "=", organizationId)
          .where("messageId", "=", before.messageId)
          .where("part", "=", before.part)
          .returningAll()
          .executeTakeFirstOrThrow();
        await jobs.enqueue(tx, {
          ...{ organizationId, kind: sendingKind(after.type), key: after.id },
          payload: { agentId, threadId },
        });
        await tellDeliveries(deps, tx, after);
        return after;
      });
      return { data: presentDelivery(row, await findWait(deps, store.db, row)) };
    }),

    handle(getWhatsappTemplates, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await findAgent(store.db, key);
      return { items: await readTemplates(deps, kinds, key) };
    }),

    handle(sendTemplate, async ({ caller, params, body }) => {
      const { organizationId } = caller;
      const { productId: agentId, threadId } = params;
      const { clientId, name, language, values } = body.data;
      const key = { organizationId, agentId, threadId };
      await findThread(store.db, key);
      const bound = await findBound(store.db, { organizationId, threadId });
      if (bound?.type !== "whatsapp")
        throw new AppError("surface_refused", { message: "This conversation is not on WhatsApp." });
      const templates = await readTemplates(deps, kinds, key);
      const template = templates.find((one) => one.name === name && one.language === language);
      if (!template) throw new AppError("not_found", { message: "There is no such approved template." });
      refuseUnsendable(template, values);
      const { text, parameters } = fillTemplate(template, values);
      const content: Outgoing = { text, choices: [], template: { name, language, parameters } };
      const { id: messageId } = await deps.reply({
        ...{ key, member: caller, clientId, content: text, attachments: [], isTemplate: true },
        inTransaction: (tx, id) => putTemplate(deps, tx, { key, messageId: id, content, bound }),
      });
      return { data: { messageId } };
    }),
  ];
}

interface Put {
  key: ThreadKey;
  messageId: string;
  content: Outgoing;
  bound: Pick<BoundRow, "externalId" | "address">;
}

/** Stands in line before the message is seen there, so that it goes out as a template alone. */
async function putTemplate(
  { jobs, now }: ChannelDeps,
  tx: Tx,
  { key, messageId, content, bound: { externalId, address } }: Put,
): Promise<void> {
  const at = now();
  await tx
    .insertInto("channelDeliveries")
    .values({
      ...{ ...key, id: newId(at), type: "whatsapp", messageId, part: 0, content: JSON.stringify(content) },
      ...{ externalId, address },
      ...{ state: "queued", jobId: null, platformId: null, problem: null, attempts: 0 },
      ...{ createdAt: at, updatedAt: at },
    })
    .execute();
  const { organizationId, agentId, threadId } = key;
  await jobs.enqueue(tx, {
    ...{ organizationId, kind: sendingKind("whatsapp"), key: messageId },
    payload: { agentId, threadId },
  });
}

async function readTemplates(
  deps: ChannelDeps,
  kinds: ChannelKinds,
  key: AgentKey,
): Promise<WhatsappTemplate[]> {
  const row = await findChannel(deps.store.db, { ...key, type: "whatsapp" });
  if (row?.enabled !== 1)
    throw new AppError("not_found", { message: "WhatsApp is not connected. Set it up in Deploy." });
  try {
    const channel = await openChannel(deps, row);
    return (await kinds.whatsapp.listTemplates?.(channel, new AbortController().signal)) ?? [];
  } catch (error) {
    if (error instanceof ChannelProblem) throw new AppError("surface_refused", { message: error.message });
    throw error;
  }
}

function refuseUnsendable({ placeholders, problem }: WhatsappTemplate, values: readonly string[]): void {
  if (problem !== null) throw new AppError("surface_refused", { message: problem });
  const missing = placeholders.flatMap((name, index) =>
    values[index] ? [] : [{ path: `body.data.values.${index}`, message: `Fill in “${name}”.` }],
  );
  if (values.length > placeholders.length)
    missing.push({ path: "body.data.values", message: "The template has fewer placeholders." });
  if (missing.length > 0) throw new AppError("invalid_input", { fields: missing });
}

async function describeChannel(
  deps: Pick<ChannelDeps, "now">,
  db: Db,
  { organizationId, threadId }: { organizationId: string; threadId: string },
): Promise<ThreadChannel | null> {
  const bound = await findBound(db, { organizationId, threadId });
  if (!bound) return null;
  const deliveries = await db
    .selectFrom("channelDeliveries")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .orderBy("id", "desc")
    .limit(mostDeliveries)
    .execute();
  const presented = deliveries
    .reverse()
    .map(async (row) => presentDelivery(row, await findWait(deps, db, row)));
  return {
    type: bound.type,
    address: bound.name ?? bound.externalId,
    writableUntil: findWindowEnd(bound.type, bound.lastReceivedAt ?? bound.threadReceivedAt),
    isOptedOut: bound.optedOutAt !== null,
    deliveries: await Promise.all(presented),
  };
}
