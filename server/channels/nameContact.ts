import type { ChannelType } from "../../shared/domain/channels.ts";
import { changeContact, lockContact } from "../conversations/contacts/contacts.ts";
import { hasOwnName } from "../conversations/contacts/nameOfContact.ts";
import type { Tx } from "../database/store.ts";
import { TryLater } from "../jobs/end.ts";
import type { NamedJobKind } from "../jobs/kinds.ts";
import { ChannelProblem } from "./ChannelProblem.ts";
import type { ChannelDeps, ChannelKey } from "./deps.ts";
import type { ChannelKinds } from "./kinds/kinds.ts";
import { namingKind } from "./nameLater.ts";
import type { Naming } from "./nameLater.ts";
import { findChannel, openChannel } from "./open.ts";

const longestName = 100;
const retryMs = 5000;

/** Makes the job that names a contact by their profile. What the provider refuses leaves them without a name. */
export function namingJob(deps: ChannelDeps, kinds: ChannelKinds, type: ChannelType): NamedJobKind {
  return {
    kind: namingKind(type),
    concurrency: 2,
    maxAttempts: 3,
    async handler({ organizationId, payload }, { signal }) {
      const { agentId, externalId } = JSON.parse(payload) as unknown as Naming; // written by nameLater
      const key = { organizationId, agentId, type };
      const row = await findChannel(deps.store.db, key);
      const { findName } = kinds[type];
      if (row?.enabled !== 1 || !findName) return;
      try {
        const found = await findName(await openChannel(deps, row), { id: externalId, signal });
        const name = found?.toWellFormed().replaceAll("\0", "").trim().slice(0, longestName);
        if (name) await deps.store.transaction((tx) => keepName(deps, tx, { ...key, externalId, name }));
      } catch (error) {
        if (!(error instanceof ChannelProblem)) throw error;
        if (error.kind === "later" || error.kind === "unknown")
          throw new TryLater(error.retryAfterMs ?? retryMs);
      }
    },
  };
}

/** Somebody whom the team or they themself named meanwhile keeps that name. */
async function keepName(
  deps: Pick<ChannelDeps, "events" | "now">,
  tx: Tx,
  { organizationId, agentId, type, externalId, name }: ChannelKey & { externalId: string; name: string },
): Promise<void> {
  const identity = await tx
    .updateTable("contactIdentities")
    .set({ name })
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "=", type)
    .where("externalId", "=", externalId)
    .returning("contactId")
    .executeTakeFirst();
  if (!identity) return;
  const contact = { organizationId, agentId, contactId: identity.contactId, now: deps.now() };
  const before = await lockContact(tx, contact);
  if (hasOwnName(before) || before.blockedAt !== null) return;
  await changeContact(deps, tx, { key: contact, before, changes: { name } });
}
