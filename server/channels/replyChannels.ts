import type { ReplyChannel } from "../../shared/contract/channels/channels.ts";
import { channelKinds, channelTypes, isChannelType, teamWindowOf } from "../../shared/domain/channels.ts";
import type { ChannelType } from "../../shared/domain/channels.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { lockThread } from "../conversations/threads/find.ts";
import type { ThreadKey } from "../conversations/deps.ts";
import type { ThreadRow } from "../conversations/tables.ts";
import type { Db, Tx } from "../database/store.ts";
import type { ChannelDeps } from "./deps.ts";
import { findBound } from "./findBound.ts";
import { goOnBy } from "./goOnBy.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { findWindowEnd, sayWindowOver } from "./replyWindow.ts";
import type { ChannelThreadRow } from "./tables.ts";
import { tellDeliveries } from "./tellDeliveries.ts";

/** Whom a contact is on a channel, and how they are written to there. */
type Known = Pick<ChannelThreadRow, "externalId" | "conversation" | "address" | "lastReceivedAt"> & {
  type: ChannelType;
  name: string;
  isOptedOut: boolean;
  /** When they wrote there last, in whichever conversation: the reply window begins then. */
  lastHeardAt: number | null;
};

interface Way extends ReplyChannel {
  known: Known | null;
}

interface Choosing {
  deps: Pick<ChannelDeps, "events" | "now">;
  kinds: ChannelKinds;
}

/** Gives the channels by which the team can reply in a conversation, in the order in which channels are offered. */
export async function listReplyChannels(
  choosing: Choosing,
  db: Db,
  thread: ThreadRow,
): Promise<ReplyChannel[]> {
  const ways = await listWays(choosing, db, thread);
  return ways.map(({ known: _, ...way }) => way);
}

/** Has the next replies go by another channel, or to the chat in which the conversation began. */
export async function chooseReplyChannel(
  choosing: Choosing,
  tx: Tx,
  { key, type, externalId }: { key: ThreadKey } & Pick<ReplyChannel, "type" | "externalId">,
): Promise<void> {
  const { deps, kinds } = choosing;
  const thread = await lockThread(tx, key);
  const ways = await listWays({ deps, kinds }, tx, thread);
  const chosen = ways.find((way) => way.type === type && way.externalId === externalId);
  if (!chosen) throw new AppError("not_found", { message: "This contact isn’t known on that channel." });
  if (chosen.problem !== null) throw new AppError("contact_unreachable", { message: chosen.problem });
  const { organizationId, agentId, threadId } = key;
  const { type: chosenType, externalId: id, conversation, address, lastReceivedAt } = chosen.known ?? chat;
  await goOnBy(tx, {
    ...{ organizationId, threadId, agentId, type: chosenType, externalId: id },
    ...{ conversation, address, lastReceivedAt, createdAt: deps.now() },
  });
  await tellDeliveries(deps, tx, key);
}

const chat = { type: null, externalId: "", conversation: "", address: "", lastReceivedAt: null };

async function listWays({ deps, kinds }: Choosing, db: Db, thread: ThreadRow): Promise<Way[]> {
  const { organizationId, agentId, id: threadId } = thread;
  const current = await findBound(db, { organizationId, threadId });
  const channels = await db
    .selectFrom("channels")
    .select(["type", "enabled"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .execute();
  const contact = await db
    .selectFrom("contacts")
    .select(["email", "preview", "blockedAt"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", thread.contactId)
    .executeTakeFirst();
  if (!contact || contact.preview === 1) return [];
  const hasMailbox = channels.some(({ type }) => type === "email");
  const known = await listKnown(db, thread, hasMailbox ? contact.email : null);
  const inOrder = known.toSorted(
    (one, other) => channelTypes.indexOf(one.type) - channelTypes.indexOf(other.type),
  );
  const ways = inOrder.map((one): Way => {
    const { type, externalId, lastHeardAt } = one;
    const isOn = channels.some((channel) => channel.type === type && channel.enabled === 1);
    const end = findWindowEnd(type, lastHeardAt);
    const isClosed = end !== null && end <= deps.now();
    const isTemplatesOnly = isClosed && kinds[type].listTemplates !== undefined;
    return {
      ...{ type, externalId, address: one.name, isTemplatesOnly, known: one },
      isCurrent: current?.type === type && current.externalId === externalId,
      problem: sayProblem(one, {
        ...{ isOn, isBlocked: contact.blockedAt !== null },
        isClosed: isClosed && !isTemplatesOnly,
      }),
    };
  });
  if (isChannelType(thread.surfaceType)) return ways;
  const place = { type: null, externalId: null, address: null, problem: null, isTemplatesOnly: false };
  return [{ ...place, isCurrent: current === undefined, known: null }, ...ways];
}

function sayProblem(
  { type, isOptedOut }: Known,
  { isOn, isBlocked, isClosed }: Record<"isOn" | "isBlocked" | "isClosed", boolean>,
): string | null {
  const { name } = channelKinds[type];
  if (!isOn) return `${name} is off. Turn it on in Deploy.`;
  if (isBlocked) return "This contact is blocked.";
  if (isOptedOut) return `They asked not to be contacted by ${name}.`;
  const windowMs = teamWindowOf(type);
  return isClosed && windowMs !== null ? sayWindowOver(type, { writer: "you", windowMs }) : null;
}

/** Whom the contact is on channels; somebody who only left an address is written to there, too. */
async function listKnown(
  db: Db,
  { organizationId, agentId, id: threadId, contactId, title }: ThreadRow,
  email: string | null,
): Promise<Known[]> {
  const identities = await db
    .selectFrom("contactIdentities")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("contactId", "=", contactId)
    .orderBy("lastReceivedAt", "desc")
    .execute();
  const used = await db
    .selectFrom("channelThreads")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("threadId", "=", threadId)
    .orderBy("fromPosition", "desc")
    .execute();
  const known = identities.flatMap(({ type, name, optedOutAt, ...identity }): Known[] => {
    if (!isChannelType(type) || channelKinds[type].isLive) return [];
    // Here they may have written in another place than last: under another subject, in another topic.
    const here = used.find((row) => row.type === type && row.externalId === identity.externalId);
    const { externalId, conversation, address } = here ?? identity;
    // The agent's answers in a chat go by another channel, too, only where they wrote by it in this conversation.
    const lastReceivedAt = here?.lastReceivedAt ?? null;
    const written = { externalId, conversation, address, lastReceivedAt };
    const { lastReceivedAt: lastHeardAt } = identity;
    return [{ ...written, type, name, isOptedOut: optedOutAt !== null, lastHeardAt }];
  });
  const address = email?.toLowerCase() ?? "";
  const isNew = !known.some(({ type, externalId }) => type === "email" && externalId === address);
  if (email === null || email === "" || !isNew) return known;
  const here = used.find((row) => row.type === "email" && row.externalId === address);
  const left: Known = {
    ...{ type: "email", externalId: address, name: email, isOptedOut: false },
    conversation: here?.conversation ?? `${address}|${threadId}`,
    address: here?.address ?? JSON.stringify({ to: email, subject: title }),
    lastReceivedAt: here?.lastReceivedAt ?? null,
    lastHeardAt: here?.lastReceivedAt ?? null,
  };
  return [...known, left];
}
