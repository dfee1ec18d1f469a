import { sendReply } from "../../../../shared/contract/conversations/threads/threads.ts";
import { RequestError, toRequestError } from "../../../../shared/client/requestError.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { client } from "../../platform/client.ts";
import { conversation, paramsOf, takeMessages } from "../threads/conversation.ts";
import { note } from "../../notifications/notices.ts";
import { organization } from "../../accounts/organization.ts";
import { changeReply, changeUnsent, readUnsent } from "./outbox.ts";
import type { UnsentReply } from "./outbox.ts";
import { inboxPath } from "../../shell/paths.ts";
import { resolveLate } from "../threads/resolveLate.ts";
import { threads } from "../threads/threads.ts";
import { settleTry, waiting } from "./firstTries.ts";

/**
 * What is older than this is no longer sent without asking: the visitor and the agent may have continued without it.
 */
const unaskedForMs = 30 * 60_000;
/** A server that fails at the same reply this many times won't accept it by retrying. */
const mostFaults = 5;
const firstPauseMs = 2000;
const longestPauseMs = 60_000;

const running = new Set<string>();
const faults = new Map<string, number>();
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Sends all that waits in the organization that is open: conversations don't wait for each other. */
export function sendUnsent(): void {
  const waits = readUnsent().filter(isSendable);
  for (const threadId of new Set(waits.map((one) => one.threadId))) void sendInOrder(threadId);
}

/**
 * Tells who waits here what became of replies that another tab sent: one that failed is shown with its reason, and a
 * missing one was stored, as nobody gives up what has not failed; unless all was cleared.
 */
export function settleFromOtherTab(isStored: boolean): void {
  const unsent = readUnsent();
  for (const clientId of waiting.keys()) {
    const reply = unsent.find((one) => one.clientId === clientId);
    if (!reply || reply.error) settleTry(clientId, !reply && isStored);
  }
}

/** In one tab at a time: another one that comes to it finds what is left. */
async function sendInOrder(threadId: string): Promise<void> {
  if (running.has(threadId)) return;
  running.add(threadId);
  const work = async () => {
    for (;;) {
      const next = readUnsent().find((one) => one.threadId === threadId && isSendable(one));
      if (!next || !(await sendOnce(next))) break;
    }
    running.delete(threadId);
    settleFromOtherTab(true);
  };
  // An address without https has no locks; the server knows what it has already.
  const { locks } = navigator as { locks?: LockManager };
  if (locks) await locks.request(`pilothouse reply ${threadId}`, work).catch(work);
  else await work();
}

/** Gives whether the next one may follow. */
async function sendOnce(reply: UnsentReply): Promise<boolean> {
  const { clientId, content, attachments, seenTo, resolvesFrom, askedAt } = reply;
  try {
    if (Date.now() - askedAt > unaskedForMs)
      throw new RequestError("cancelled", "It waited for over half an hour.");
    changeReply(clientId, (one) => ({ ...one, isSending: true }));
    const ids = attachments.map(({ id }) => id);
    const body = { data: { clientId, content, attachments: ids, ...(seenTo !== undefined && { seenTo }) } };
    takeMessages([(await client.call(sendReply, { params: paramsOf(reply), body })).data]);
  } catch (thrown) {
    return settleFailure(reply, toRequestError(thrown));
  }
  failures = 0;
  faults.delete(clientId);
  // As long as it is not resolved the reply is kept, so that the next page makes up for it.
  if (!settleTry(clientId, true) && resolvesFrom !== undefined) await resolveLate(reply, resolvesFrom);
  changeUnsent((before) => before.filter((one) => one.clientId !== clientId));
  return true;
}

function settleFailure(reply: UnsentReply, error: RequestError): boolean {
  const { clientId, threadId } = reply;
  const { code, message, status } = error;
  // The page leaves for the sign-in; it is there after the return.
  if (status === 401) return false;
  // Its writer gave it up meanwhile.
  if (!readUnsent().some((one) => one.clientId === clientId)) return true;
  const times = (faults.get(clientId) ?? 0) + Number(code === "internal");
  faults.set(clientId, times);
  const isFinal = !isPassing(error) || times >= mostFaults;
  const waits = isFinal
    ? [clientId]
    : readUnsent()
        .filter((one) => one.threadId === threadId && isSendable(one))
        .map((one) => one.clientId);
  for (const id of waits) {
    changeReply(id, (one) => ({ ...one, isSending: false, error: { code, message, isFinal } }));
    settleTry(id, false);
  }
  if (isFinal) tellRefused(reply, message);
  else tryLater(error);
  return isFinal;
}

/** Nobody could be reached, or the server is busy, starting or faulty: another try may well succeed. */
function isPassing({ code, status }: RequestError): boolean {
  return code === "offline" || code === "timeout" || code === "internal" || status === 429 || status > 500;
}

/** Longer each time, half of it chance, and at least as long as the server asked for. */
function tryLater({ retryAfterSeconds = 0 }: RequestError): void {
  const longest = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
  failures += 1;
  clearTimeout(timer);
  timer = setTimeout(
    sendUnsent,
    Math.max(retryAfterSeconds * 1000, longest / 2 + (longest / 2) * Math.random()),
  );
}

/** Readers of the conversation see it there; the bell leads everyone else to it. */
function tellRefused(reply: UnsentReply, message: string): void {
  const { threadId } = reply;
  if (conversation.threadId === threadId) return;
  const name = threads.data?.items.find(({ id }) => id === threadId)?.contact.name;
  const text = `Your reply${name ? ` to ${name}` : ""} was not sent: ${message}`;
  note({ text, tone: "danger", path: `${inboxPath(reply)}/${encodeURIComponent(threadId)}` });
  showToast(text, "danger");
}

function isSendable({ orgId, error }: UnsentReply): boolean {
  return orgId === organization._id && !error?.isFinal;
}
