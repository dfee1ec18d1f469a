import type { RequestDetails } from "web-push";
import { isSupportAgent, may } from "../../../shared/domain/access.ts";
import { pushTtlMs } from "../../../shared/domain/push.ts";
import type { PushKind, PushNote } from "../../../shared/domain/push.ts";
import { findQuiet } from "../../../shared/domain/quietHours.ts";
import { standalonePath } from "../../../shared/domain/standalone.ts";
import { findMember } from "../../accounts/members.ts";
import { unsealOrNull } from "../../database/secrets.ts";
import { EgressError } from "../../egress/EgressError.ts";
import { GiveUp } from "../../jobs/end.ts";
import type { JobTools } from "../../jobs/kinds.ts";
import type { JobRow } from "../../jobs/tables.ts";
import { countAllUnread } from "../../conversations/inbox/unread.ts";
import type { PushPayload } from "./collect.ts";
import { subscriptionPurpose } from "./deps.ts";
import type { PushDeps, Subscription } from "./deps.ts";
import { readPushKeys } from "./keys.ts";
import { listBack } from "./listBack.ts";
import { isLookedAt } from "./looks.ts";
import { isMuted } from "../quiet/mutes.ts";
import { describeBack, describeNote } from "./note.ts";
import { readPushSettings } from "../settings.ts";
import type { PushDeviceRow } from "./tables.ts";

const timeoutMs = 15_000;
/** What a push service says is not read but for its status. */
const mostBytes = 16_384;

/** Does one job: tells one device of one thing, if it is still to be told. What fails for now is tried again. */
export async function sendPush(deps: PushDeps, job: JobRow, { signal }: JobTools): Promise<void> {
  const { organizationId } = job;
  const told = JSON.parse(job.payload) as PushPayload; // written by collectPushes
  const leftMs = told.at + pushTtlMs - deps.now();
  if (leftMs <= 0) return;
  const device = await findDevice(deps, organizationId, told.deviceId);
  if (!device || !(await isHeard(deps, device, told.kind))) return;
  const { hidesText } = await readPushSettings(deps.store.reader, device);
  const note = await describe(deps, { device, told, hidesText });
  const sealed = unsealOrNull(deps.seal, device.sealedSubscription, subscriptionPurpose);
  if (!note || sealed === null) return;
  const subscription = JSON.parse(sealed) as Subscription; // sealed after the contract's check
  const unread = await countAllUnread(deps.store.reader, device);
  const text = JSON.stringify({ ...note, unread } satisfies PushNote);
  const request = await encrypt(deps, { subscription, text, topic: note.tag, leftMs });
  await settle(deps, device, await post(deps, request, signal));
}

async function findDevice({ store, now }: PushDeps, organizationId: string, id: string) {
  return store.db
    .selectFrom("pushDevices as device")
    .innerJoin("sessions as session", "session.id", "device.sessionId")
    .selectAll("device")
    .where("device.organizationId", "=", organizationId)
    .where("device.id", "=", id)
    .where("session.expiresAt", ">", now())
    .executeTakeFirst();
}

interface Described {
  device: PushDeviceRow;
  told: PushPayload;
  hidesText: boolean;
}

/**
 * Gives what is shown of what is still wanted, and where it leads: of several to where all of the agent's stand. A sum takes
 * the place of the one before it, so it tells of all that wait again, not only of those that came to them.
 */
async function describe(
  deps: PushDeps,
  { device, told, hidesText }: Described,
): Promise<Omit<PushNote, "unread"> | null> {
  const { organizationId, userId } = device;
  const { kind, agentId, isSum } = told;
  const db = deps.store.reader;
  const back = isSum ? await listBack(db, { organizationId, agentId, userId, now: deps.now() }) : [];
  if (back.length > 1) {
    const path = standalonePath({ orgId: organizationId, agentId });
    return { ...describeBack(back, hidesText), path, tag: agentId };
  }
  const [place] = isSum || !(await isWanted(deps, device, told)) ? back : [told];
  if (!place) return null;
  const { threadId, messageId } = place;
  const note = await describeNote(db, { organizationId, threadId, messageId, kind, hidesText });
  const path = standalonePath({ orgId: organizationId, agentId, threadId });
  return note && { ...note, path, tag: threadId };
}

/** What is somebody's own by name: that they are away, or have muted the conversation, keeps it from nobody. */
const ofOneself: readonly PushKind[] = ["mentioned", "assigned"];

/** Members who may no longer read it, don't want such news, or not now, or are away, are skipped. */
async function isHeard(
  { store, now }: PushDeps,
  { organizationId, userId }: PushDeviceRow,
  kind: PushKind,
): Promise<boolean> {
  const member = await findMember(store.db, { organizationId, userId });
  if (!member || !may(member.roles, "conversations.read")) return false;
  const { kinds, quietHours } = await readPushSettings(store.db, { organizationId, userId });
  if (!kinds.includes(kind) || findQuiet(quietHours, now()).isQuiet) return false;
  // Offline is what somebody chose; that their console fell silent is the very moment for a push.
  if (!isSupportAgent(member.roles) || ofOneself.includes(kind)) return true;
  const { agentStatus } = await store.db
    .selectFrom("members")
    .select("agentStatus")
    .where("organizationId", "=", organizationId)
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return agentStatus !== "offline";
}

/** Whether a conversation is neither muted nor open right now. */
async function isWanted(
  { store, now }: PushDeps,
  { organizationId, userId }: PushDeviceRow,
  { kind, threadId }: PushPayload,
): Promise<boolean> {
  const one = { organizationId, threadId, userId };
  if (!ofOneself.includes(kind) && (await isMuted(store.db, one))) return false;
  return !(await isLookedAt(store.db, { ...one, now: now() }));
}

interface Encrypted {
  subscription: Subscription;
  text: string;
  topic: string;
  leftMs: number;
}

async function encrypt(
  deps: PushDeps,
  { subscription, text, topic, leftMs }: Encrypted,
): Promise<RequestDetails> {
  // Loaded with the first push: most installations never send one.
  const { default: webPush } = await import("web-push");
  const keys = await readPushKeys(deps);
  return webPush.generateRequestDetails(subscription, text, {
    vapidDetails: { subject: deps.pushContact, ...keys },
    contentEncoding: "aes128gcm",
    TTL: Math.ceil(leftMs / 1000),
    urgency: "high",
    // At most 32 letters of base64url, as an id of ours is.
    topic,
  });
}

async function post({ egress }: PushDeps, { endpoint, headers, body }: RequestDetails, signal: AbortSignal) {
  try {
    const sent: Record<string, string> = {};
    for (const [name, value] of Object.entries(headers)) {
      // The way out counts the bytes itself.
      if (name.toLowerCase() !== "content-length") sent[name.toLowerCase()] = String(value);
    }
    return await egress.fetch(endpoint, {
      ...{ method: "POST", headers: sent, body: new Uint8Array(body ?? Buffer.alloc(0)) },
      ...{ signal, timeoutMs, maxBytes: mostBytes, maxRedirects: 0 },
    });
  } catch (error) {
    if (error instanceof EgressError) throw new Error(`The push service was not reached: ${error.message}`);
    throw error;
  }
}

async function settle(
  { store, now }: PushDeps,
  { organizationId, id }: PushDeviceRow,
  { status }: { status: number },
): Promise<void> {
  const isIt = store.db
    .updateTable("pushDevices")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id);
  if (status >= 200 && status < 300) {
    await isIt.set({ lastSentAt: now() }).execute();
    return;
  }
  if (status === 404 || status === 410) {
    // The browser ended it: nobody will ever hear it there again.
    await store.db
      .deleteFrom("pushDevices")
      .where("organizationId", "=", organizationId)
      .where("id", "=", id)
      .execute();
    return;
  }
  const message = `The push service answered ${status}.`;
  throw status === 429 || status >= 500 ? new Error(message) : new GiveUp(message);
}
