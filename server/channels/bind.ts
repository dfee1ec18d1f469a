import type { ChannelType } from "../../shared/domain/channels.ts";
import { openContact } from "../conversations/contacts/contacts.ts";
import type { ContactIdentityRow } from "../conversations/tables.ts";
import { newId } from "../database/ids.ts";
import type { Db, Tx } from "../database/store.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import { goOnBy } from "./goOnBy.ts";
import type { Reading } from "./kind.ts";
import { nameLater } from "./nameLater.ts";
import type { ChannelThreadRow, ChannelUpdateRow } from "./tables.ts";

/** After this much silence a message starts another conversation. */
const beginsAnewAfterMs = 72 * 60 * 60_000;

type Message = Extract<Reading, { kind: "message" }>;
type Opting = Extract<Reading, { kind: "optOut" | "optIn" }>;

export interface Bound {
  contactId: string;
  threadId: string;
  /** The conversation begins with this message. */
  isBegun: boolean;
}

interface Binding {
  key: ChannelKey;
  update: ChannelUpdateRow;
  reading: Message;
  /** A visitor who writes wants an answer, whatever they asked for before. */
  isOptIn: boolean;
  /** The provider says on request what somebody is called. */
  hasProfiles: boolean;
}

/**
 * Finds whose message this is and which conversation it goes on with, and keeps where to answer, before the message is stored:
 * a process that dies in between finds the same ones again.
 */
export async function bindMessage(deps: ChannelDeps, tx: Tx, binding: Binding): Promise<Bound> {
  const { key, update, reading } = binding;
  const named = await findNamedThread(tx, binding);
  const identity = await openIdentity(deps, tx, { ...binding, contactId: named?.contactId });
  const found = named
    ? { threadId: named.id }
    : await findOngoing(tx, binding, { contactId: identity.contactId, now: deps.now() });
  const threadId = found?.threadId ?? newId(deps.now());
  const { organizationId, agentId, type } = key;
  const kept = {
    ...{ type, externalId: reading.sender.id, conversation: update.conversation },
    ...{ address: JSON.stringify(reading.address), lastReceivedAt: update.at },
  };
  await goOnBy(tx, { organizationId, threadId, agentId, ...kept, createdAt: deps.now() });
  return { contactId: named?.contactId ?? identity.contactId, threadId, isBegun: !found };
}

/** The conversation that the message itself names, where its sender belongs to it: nobody writes into another's. */
async function findNamedThread(tx: Tx, { key, reading }: Binding) {
  if (reading.threadId === undefined) return undefined;
  const thread = await tx
    .selectFrom("threads")
    .innerJoin("contacts as contact", (join) =>
      join
        .onRef("contact.organizationId", "=", "threads.organizationId")
        .onRef("contact.id", "=", "threads.contactId"),
    )
    .select(["threads.id", "threads.contactId", "contact.email"])
    .where("threads.organizationId", "=", key.organizationId)
    .where("threads.agentId", "=", key.agentId)
    .where("threads.id", "=", reading.threadId)
    .executeTakeFirst();
  if (!thread) return undefined;
  const identity = await selectIdentity(tx, key, reading.sender.id);
  const isTheirs =
    identity?.contactId === thread.contactId ||
    (reading.sender.email != null && thread.email?.toLowerCase() === reading.sender.email.toLowerCase());
  return isTheirs ? thread : undefined;
}

async function findOngoing(
  tx: Tx,
  { key, update }: Binding,
  { contactId, now }: { contactId: string; now: number },
): Promise<Pick<ChannelThreadRow, "threadId"> | undefined> {
  const bound = await tx
    .selectFrom("channelThreads as bound")
    .leftJoin("threads", (join) =>
      join
        .onRef("threads.organizationId", "=", "bound.organizationId")
        .onRef("threads.id", "=", "bound.threadId"),
    )
    .select(["bound.threadId", "bound.createdAt", "threads.lastActivityAt"])
    .where("bound.organizationId", "=", key.organizationId)
    .where("bound.agentId", "=", key.agentId)
    .where("bound.type", "=", key.type)
    .where("bound.conversation", "=", update.conversation)
    // Contacts who were merged may have become two again.
    .where((row) => row.or([row("threads.contactId", "is", null), row("threads.contactId", "=", contactId)]))
    .orderBy("bound.createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!bound) return undefined;
  return now - (bound.lastActivityAt ?? bound.createdAt) < beginsAnewAfterMs ? bound : undefined;
}

interface Opening {
  key: ChannelKey;
  update: Pick<ChannelUpdateRow, "conversation" | "at">;
  reading: Pick<Message, "sender" | "address">;
  /** They want to be written to again. */
  isOptIn?: boolean;
  hasProfiles?: boolean;
  /** The contact of the conversation that the message names. */
  contactId: string | undefined;
}

/** Channels where somebody is known by the same telephone number. */
const byNumber: readonly ChannelType[] = ["sms", "call"];

/** The sender as a contact, made where they write for the first time. */
export async function openIdentity(deps: ChannelDeps, tx: Tx, opening: Opening): Promise<ContactIdentityRow> {
  const { key, update, reading, isOptIn, contactId } = opening;
  const { organizationId, agentId, type } = key;
  const { sender } = reading;
  const now = deps.now();
  const known = await selectIdentity(tx, key, sender.id);
  const { conversation } = update;
  const seen = { conversation, address: JSON.stringify(reading.address), lastReceivedAt: update.at };
  if (known) {
    const name = sender.name ?? known.name;
    // One that comes late was written before they asked for silence.
    const isBack = isOptIn === true && update.at >= (known.lastReceivedAt ?? 0);
    await tx
      .updateTable("contactIdentities")
      .set({ ...seen, name, ...(isBack && { optedOutAt: null }) })
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("type", "=", type)
      .where("externalId", "=", sender.id)
      .execute();
    return { ...known, ...seen, name };
  }
  const { email = null, phone = null } = sender;
  const made = { organizationId, agentId, name: sender.name, email, phone, now };
  const row: ContactIdentityRow = {
    ...{ organizationId, agentId, type, externalId: sender.id, name: sender.name ?? sender.id },
    contactId: contactId ?? (await findByNumber(tx, key, sender.id)) ?? (await openContact(deps, tx, made)),
    ...{ ...seen, optedOutAt: null, createdAt: now },
  };
  await tx.insertInto("contactIdentities").values(row).execute();
  if (opening.hasProfiles && sender.name === null)
    await nameLater(deps, tx, { ...key, externalId: sender.id });
  return row;
}

/** The contact who has this number on another channel. */
async function findByNumber(
  tx: Tx,
  { organizationId, agentId, type }: ChannelKey,
  externalId: string,
): Promise<string | undefined> {
  const others = byNumber.includes(type) ? byNumber.filter((one) => one !== type) : [];
  if (others.length === 0) return undefined;
  const found = await tx
    .selectFrom("contactIdentities")
    .select("contactId")
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "in", others)
    .where("externalId", "=", externalId)
    .limit(1)
    .executeTakeFirst();
  return found?.contactId;
}

function selectIdentity(
  tx: Db,
  { organizationId, agentId, type }: ChannelKey,
  externalId: string,
): Promise<ContactIdentityRow | undefined> {
  return tx
    .selectFrom("contactIdentities")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .where("externalId", "=", externalId)
    .executeTakeFirst();
}

/** Whether somebody asked this agent for silence. */
export async function isOptedOut(
  { store }: Pick<ChannelDeps, "store">,
  key: ChannelKey,
  { id }: Pick<Message["sender"], "id">,
): Promise<boolean> {
  return (await selectIdentity(store.db, key, id))?.optedOutAt != null;
}

/** Keeps that somebody wants nothing more from this agent here, or that they do again. */
export async function setOptedOut(
  { store, now }: Pick<ChannelDeps, "store" | "now">,
  { organizationId, agentId, type }: ChannelKey,
  { reading, update }: { reading: Opting; update: Pick<ChannelUpdateRow, "at"> },
): Promise<void> {
  await store.db
    .updateTable("contactIdentities")
    .set({ optedOutAt: reading.kind === "optOut" ? now() : null, lastReceivedAt: update.at })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .where("externalId", "=", reading.sender.id)
    .execute();
}
