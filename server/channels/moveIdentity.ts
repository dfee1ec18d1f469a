import type { ChannelMark } from "../conversations/threads/channelMarks.ts";
import { changeContact, lockContact } from "../conversations/contacts/contacts.ts";
import type { ContactIdentityRow } from "../conversations/tables.ts";
import type { Db, Tx } from "../database/store.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKind, MovedSender, MovedTo } from "./kind.ts";
import { tellDeliveries } from "./tellDeliveries.ts";

interface Moving {
  deps: Pick<ChannelDeps, "store" | "events" | "channelMarks" | "now">;
  kind: Pick<ChannelKind, "move">;
}

/**
 * Makes what somebody is known by from now on theirs, with all their conversations on the channel and what waits to be sent
 * there, and says so in the latest one. Gives why nothing was moved; null where it was.
 */
export function moveIdentity(
  { deps, kind }: Moving,
  key: ChannelKey,
  moved: MovedSender,
): Promise<string | null> {
  return deps.store.transaction(async (tx) => {
    const identity = await findMoved(tx, key, moved.from);
    if (!identity || !kind.move) return "A changed number of an unknown person.";
    const address = JSON.parse(identity.address) as Record<string, string>; // as the kind gave it
    const next = kind.move(moved, { id: identity.externalId, address });
    const name = moved.phone === null ? next.id : `+${moved.phone}`;
    if (next.id !== identity.externalId && (await findMoved(tx, key, [next.id]))) {
      // A number is given to another person after a while: only people know whose it is.
      await markLatest({ deps }, tx, { key, identity, mark: { content: "numberTaken", about: { name } } });
      return "The new number is another contact’s.";
    }
    if (next.id === identity.externalId && JSON.stringify(next.address) === identity.address)
      return "It is known already.";
    await rename(tx, key, { from: identity.externalId, to: next });
    await changePhone({ deps }, tx, { key, identity, oldPhone: address["phone"], phone: moved.phone });
    await markLatest({ deps }, tx, {
      ...{ key, mark: { content: "numberChanged", about: { name } } },
      identity: { ...identity, externalId: next.id },
    });
    return null;
  });
}

async function findMoved(
  db: Db,
  { organizationId, agentId, type }: ChannelKey,
  ids: readonly string[],
): Promise<ContactIdentityRow | undefined> {
  const known = db
    .selectFrom("contactIdentities")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type);
  for (const id of ids) {
    const found = await known.where("externalId", "=", id).executeTakeFirst();
    if (found) return found;
  }
  // Somebody known by an ID may be named by their number alone.
  const phone = ids.find((id) => /^\d+$/.test(id));
  if (phone === undefined) return undefined;
  return known.where("address", "like", `%"phone":"${phone}"%`).limit(1).executeTakeFirst();
}

async function rename(
  tx: Tx,
  { organizationId, agentId, type }: ChannelKey,
  { from, to }: { from: string; to: MovedTo },
): Promise<void> {
  const address = JSON.stringify(to.address);
  await tx
    .updateTable("contactIdentities")
    .set({ externalId: to.id, conversation: to.id, address })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .where("externalId", "=", from)
    .execute();
  await tx
    .updateTable("channelThreads")
    .set({ externalId: to.id, conversation: to.id, address })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .where("externalId", "=", from)
    .execute();
  // Nobody reads the old address now.
  await tx
    .updateTable("channelDeliveries")
    .set({ externalId: to.id, address })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .where("externalId", "=", from)
    .execute();
}

interface Phones {
  key: ChannelKey;
  identity: Pick<ContactIdentityRow, "contactId">;
  oldPhone: string | undefined;
  phone: string | null;
}

/** The contact's number, unless the team wrote another one. */
async function changePhone(
  { deps }: Pick<Moving, "deps">,
  tx: Tx,
  { key: { organizationId, agentId }, identity: { contactId }, oldPhone, phone }: Phones,
): Promise<void> {
  if (phone === null || oldPhone === undefined) return;
  const contact = { organizationId, agentId, contactId, now: deps.now() };
  const before = await lockContact(tx, contact);
  if (before.phone !== `+${oldPhone}`) return;
  await changeContact(deps, tx, { key: contact, before, changes: { phone: `+${phone}` } });
}

interface Marking {
  key: ChannelKey;
  identity: Pick<ContactIdentityRow, "externalId" | "contactId">;
  mark: ChannelMark;
}

async function markLatest(
  { deps }: Pick<Moving, "deps">,
  tx: Tx,
  { key: { organizationId, agentId, type }, identity, mark }: Marking,
): Promise<void> {
  const latest = await tx
    .selectFrom("channelThreads as bound")
    .innerJoin("threads", (join) =>
      join
        .onRef("threads.organizationId", "=", "bound.organizationId")
        .onRef("threads.id", "=", "bound.threadId"),
    )
    .select("threads.id")
    .where("bound.organizationId", "=", organizationId)
    .where("bound.agentId", "=", agentId)
    .where("bound.type", "=", type)
    .where("bound.externalId", "=", identity.externalId)
    .where("threads.contactId", "=", identity.contactId)
    .orderBy("threads.lastActivityAt", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!latest) return;
  const thread = { organizationId, agentId, threadId: latest.id };
  await deps.channelMarks.mark(tx, thread, mark);
  await tellDeliveries(deps, tx, thread);
}
