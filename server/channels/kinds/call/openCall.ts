import { newId } from "../../../database/ids.ts";
import type { Tx } from "../../../database/store.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import { openIdentity } from "../../bind.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { PhoneCallRow } from "../../tables.ts";

export interface NewCall extends Pick<PhoneCallRow, "direction" | "state" | "providerId"> {
  key: AgentKey;
  /** The other's number; null where they withhold it. */
  number: string | null;
  /** Whose it is, where the team chose somebody. */
  contactId?: string;
  greeting?: string | null;
  clientId?: string;
  createdBy?: string;
}

/**
 * Keeps a call, whom it is with, and the conversation that its first words will begin. Somebody who withholds their number
 * is nobody that we know: each of their calls is a contact of its own.
 */
export async function openPhoneCall(deps: ChannelDeps, tx: Tx, call: NewCall): Promise<PhoneCallRow> {
  const { key, number, direction, state, providerId, contactId } = call;
  const now = deps.now();
  const id = newId(now);
  const externalId = number ?? `withheld:${id}`;
  const name = number === null ? "Withheld number" : null;
  const address = { callId: id };
  const identity = await openIdentity(deps, tx, {
    key: { ...key, type: "call" },
    update: { conversation: externalId, at: now },
    reading: { sender: { id: externalId, name, ...(number !== null && { phone: number }) }, address },
    contactId,
  });
  const row: PhoneCallRow = {
    ...{ ...key, id, direction, state, providerId, externalId, contactId: identity.contactId },
    ...{ threadId: newId(now), greeting: call.greeting ?? null, clientId: call.clientId ?? null },
    ...{ problem: null, createdBy: call.createdBy ?? null, createdAt: now, updatedAt: now },
  };
  await tx.insertInto("phoneCalls").values(row).execute();
  await tx
    .insertInto("channelThreads")
    .values({
      ...{ ...key, threadId: row.threadId, type: "call", externalId, conversation: id },
      ...{ address: JSON.stringify(address), lastReceivedAt: now, fromPosition: 0, createdAt: now },
    })
    .execute();
  return row;
}
