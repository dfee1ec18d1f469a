import { mayPass } from "../../../../shared/domain/phoneCalls.ts";
import type { PhoneState } from "../../../../shared/domain/phoneCalls.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import type { Db, Tx } from "../../../database/store.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { PhoneCallRow } from "../../tables.ts";

/** A call of this channel by one of its names. */
export async function findPhoneCall(
  db: Db,
  { organizationId, agentId }: AgentKey,
  named: { id: string } | { providerId: string } | { clientId: string },
): Promise<PhoneCallRow | undefined> {
  const [column, value] = Object.entries(named)[0] as ["id" | "providerId" | "clientId", string]; // one of them
  return db
    .selectFrom("phoneCalls")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where(column, "=", value)
    .executeTakeFirst();
}

export interface Passing {
  state?: PhoneState | null;
  problem?: string | null;
  providerId?: string;
}

/** Keeps how far a call is, forward only. */
export async function passOn(
  { store, now }: Pick<ChannelDeps, "store" | "now">,
  { organizationId, id }: Pick<PhoneCallRow, "organizationId" | "id">,
  { state, problem, providerId }: Passing,
): Promise<void> {
  await store.transaction(async (tx) => {
    const row = await lock(tx, { organizationId, id });
    if (!row) return;
    const isOn = state != null && mayPass(row.state, state);
    const changes = {
      ...(isOn && { state }),
      ...(isOn && problem != null && { problem }),
      ...(providerId !== undefined && row.providerId === null && { providerId }),
    };
    if (Object.keys(changes).length === 0) return;
    await tx
      .updateTable("phoneCalls")
      .set({ ...changes, updatedAt: now() })
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
  });
}

/** How long a call rings and lasts at most, with time for what the provider still tells. */
const ringsAtMostMs = 10 * 60_000;
const lastsAtMostMs = 2 * 60 * 60_000;

/** Ends calls whose end no provider has told. */
export async function settleLost({ store, now }: Pick<ChannelDeps, "store" | "now">): Promise<void> {
  const at = now();
  const lost: { from: PhoneState[]; ms: number; to: Pick<PhoneCallRow, "state" | "problem"> }[] = [
    {
      ...{ from: ["queued", "ringing"], ms: ringsAtMostMs },
      to: { state: "failed", problem: "The provider did not tell how this call ended." },
    },
    { from: ["answered"], ms: lastsAtMostMs, to: { state: "completed", problem: null } },
  ];
  for (const { from, ms, to } of lost)
    await store.db
      .updateTable("phoneCalls")
      .set({ ...to, updatedAt: at })
      .where("state", "in", from)
      .where("updatedAt", "<", at - ms)
      .execute();
}

function lock(tx: Tx, { organizationId, id }: Pick<PhoneCallRow, "organizationId" | "id">) {
  return tx
    .selectFrom("phoneCalls")
    .select(["state", "providerId"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}
