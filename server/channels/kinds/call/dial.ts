import { initiatePhoneCall, listPhoneCalls } from "../../../../shared/contract/channels/phoneCalls.ts";
import type { PhoneCall } from "../../../../shared/contract/channels/phoneCalls.ts";
import { isTimeZone } from "../../../../shared/domain/openingHours.ts";
import {
  callFromHour,
  callUntilHour,
  findQuietTime,
  zoneOfNumber,
} from "../../../../shared/domain/phoneCalls.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { findAgent } from "../../../agents/find.ts";
import type { AgentKey } from "../../../agents/parts.ts";
import { findContact } from "../../../conversations/contacts/findContact.ts";
import { retryOnDuplicate } from "../../../conversations/messages/retryOnDuplicate.ts";
import type { ContactRow } from "../../../conversations/tables.ts";
import type { Db } from "../../../database/store.ts";
import { handle } from "../../../requests/handle.ts";
import type { Route } from "../../../requests/handle.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import { markChannel } from "../../connect.ts";
import type { ChannelDeps } from "../../deps.ts";
import { findChannel, openChannel } from "../../open.ts";
import type { ChannelRow, PhoneCallRow } from "../../tables.ts";
import { createFindProvider, isNumber } from "./call.ts";
import { openPhoneCall } from "./openCall.ts";
import { findPhoneCall, passOn } from "./rows.ts";

const mostListed = 50;

/** The team's calls on telephone calls. */
export function dialRoutes(deps: ChannelDeps): Route[] {
  const { store } = deps;
  return [
    handle(listPhoneCalls, async ({ caller, params }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      await findAgent(store.db, key);
      return { items: (await selectCalls(store.reader, key).execute()).map(present) };
    }),

    handle(initiatePhoneCall, async ({ caller, params, body }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const agent = await findAgent(store.db, key);
      const { clientId, greeting = null } = body.data;
      const known = await findPhoneCall(store.db, key, { clientId });
      if (known) return { data: await presentOne(store.db, known) };
      const row = await findChannel(store.db, { ...key, type: "call" });
      if (row?.enabled !== 1)
        throw new AppError("surface_refused", { message: "Phone is off. Turn it on in Deploy first." });
      if (agent.status !== "live")
        throw new AppError("surface_refused", { message: "This AI Agent is paused. Set it live first." });
      if (!(await deps.hasPlan(key.organizationId, key.agentId))) throw new AppError("plan_limit");
      const { number, contactId } = await findReachable(deps, key, body.data);
      const wanted = { key, number, direction: "outbound", state: "queued", providerId: null } as const;
      const made = {
        ...wanted,
        greeting,
        clientId,
        createdBy: caller.userId,
        ...(contactId && { contactId }),
      };
      const { call, isNew } = await retryOnDuplicate(() =>
        store.transaction(async (tx) => {
          const repeated = await findPhoneCall(tx, key, { clientId });
          if (repeated) return { call: repeated, isNew: false };
          return { call: await openPhoneCall(deps, tx, made), isNew: true };
        }),
      );
      if (isNew) await dial(deps, row, call);
      return { data: await presentOne(store.db, call) };
    }),
  ];
}

/** Asks the provider to call; what it refuses stands with the call. */
async function dial(deps: ChannelDeps, row: ChannelRow, call: PhoneCallRow): Promise<void> {
  const channel = await openChannel(deps, row);
  const base = channel.webhookUrl ?? "";
  const query = `?call=${call.id}`;
  const addresses = { voice: base + query, status: `${base}/status${query}`, machine: `${base}/machine` };
  const { signal } = new AbortController();
  try {
    const provider = createFindProvider(deps)(channel);
    const providerId = await provider.dial(channel, { to: call.externalId, addresses, signal });
    await passOn(deps, call, { providerId });
    const { organizationId, agentId } = call;
    await deps.store.db
      .updateTable("channels")
      .set({ lastSentAt: deps.now() })
      .where("organizationId", "=", organizationId)
      .where("agentId", "=", agentId)
      .where("type", "=", "call")
      .execute();
  } catch (error) {
    if (!(error instanceof ChannelProblem)) deps.report(error);
    const problem = error instanceof ChannelProblem ? error.message : "Something went wrong on our side.";
    await passOn(deps, call, { state: "failed", problem });
    if (error instanceof ChannelProblem && error.kind === "credentials")
      await markChannel(deps, row, { state: "broken", problem });
  }
}

/** The number to call, where its owner may be called now. */
async function findReachable(
  deps: ChannelDeps,
  key: AgentKey,
  wanted: { contactId?: string | undefined; number?: string | undefined },
): Promise<{ number: string; contactId: string | undefined }> {
  const { db } = deps.store;
  const identities = await selectIdentities(db, key, wanted);
  const contactId = wanted.contactId ?? identities[0]?.contactId;
  const contact = contactId === undefined ? null : await findContact(db, { ...key, contactId });
  const numbers = [wanted.number, contact?.phone, ...identities.map(({ externalId }) => externalId)];
  const number = numbers.find((one) => one != null && isNumber(one));
  if (!number)
    throw new AppError("contact_unreachable", { message: "This contact has no telephone number." });
  if (contact?.blockedAt != null || contact?.eraseAskedAt != null)
    throw new AppError("contact_unreachable", {
      message: "This contact is blocked or being erased, so they can’t be called.",
    });
  const others = await selectIdentities(db, key, { number });
  if ([...identities, ...others].some(({ optedOutAt }) => optedOutAt !== null))
    throw new AppError("contact_unreachable", { message: "They asked not to be contacted." });
  const zone = zoneOf(contact) ?? zoneOfNumber(number);
  const quiet = zone && findQuietTime(deps.now(), zone);
  if (quiet)
    throw new AppError("surface_refused", {
      message: `It is ${quiet} where they are. Call between ${callFromHour}:00 and ${callUntilHour}:00 there.`,
    });
  return { number, contactId };
}

/** The time zone that is known of a contact: an attribute of theirs. */
function zoneOf(contact: Pick<ContactRow, "attributes"> | null): string | null {
  const attributes = JSON.parse(contact?.attributes ?? "{}") as Record<string, unknown>; // written after the contract's check
  const zone = attributes["timeZone"] ?? attributes["timezone"];
  return typeof zone === "string" && isTimeZone(zone) ? zone : null;
}

function selectIdentities(
  db: Db,
  { organizationId, agentId }: AgentKey,
  { contactId, number }: { contactId?: string | undefined; number?: string | undefined },
) {
  const found = db
    .selectFrom("contactIdentities")
    .select(["contactId", "externalId", "optedOutAt"])
    .where("organizationId", "=", organizationId)
    .where("agentId", "=", agentId)
    .where("type", "in", ["sms", "call"]);
  const owned = contactId === undefined ? found : found.where("contactId", "=", contactId);
  return (number === undefined ? owned : owned.where("externalId", "=", number)).execute();
}

function selectCalls(db: Db, { organizationId, agentId }: AgentKey) {
  return db
    .selectFrom("phoneCalls as call")
    .leftJoin("threads", (join) =>
      join
        .onRef("threads.organizationId", "=", "call.organizationId")
        .onRef("threads.id", "=", "call.threadId"),
    )
    .selectAll("call")
    .select("threads.id as begunId")
    .where("call.organizationId", "=", organizationId)
    .where("call.agentId", "=", agentId)
    .orderBy("call.id", "desc")
    .limit(mostListed);
}

async function presentOne(db: Db, { organizationId, agentId, id }: PhoneCallRow): Promise<PhoneCall> {
  const found = selectCalls(db, { organizationId, agentId }).where("call.id", "=", id);
  return present(await found.executeTakeFirstOrThrow());
}

function present(row: PhoneCallRow & { begunId: string | null }): PhoneCall {
  const { id, direction, externalId, state, problem, contactId, createdAt, updatedAt } = row;
  const number = externalId.startsWith("withheld:") ? null : externalId;
  return { id, direction, number, state, problem, contactId, threadId: row.begunId, createdAt, updatedAt };
}
