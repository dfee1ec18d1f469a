import type { CallEnding } from "../../../../shared/domain/call.ts";
import { longestCallMs } from "../../../../shared/domain/call.ts";
import { findOpening } from "../../../../shared/domain/openingHours.ts";
import { isUnderWay } from "../../../../shared/domain/phoneCalls.ts";
import { callWords } from "../../../../shared/words/call.ts";
import type { CallWords } from "../../../../shared/words/call.ts";
import { loadLanguage } from "../../../../shared/words/languages/load.ts";
import { findAnsweringAgent } from "../../../agents/find.ts";
import { newId } from "../../../database/ids.ts";
import type { Socket } from "../../../requests/socket.ts";
import { recordCall } from "../../../voice/recordCall.ts";
import { createRelay } from "../../../voice/relay.ts";
import type { Relay } from "../../../voice/relay.ts";
import type { RelayDown, RelayUp } from "../../../voice/relayFrames.ts";
import { endCall, newCall } from "../../../voice/rows.ts";
import { setOptedOut } from "../../bind.ts";
import type { ChannelDeps } from "../../deps.ts";
import { findByHook, openChannel } from "../../open.ts";
import type { PhoneCallRow } from "../../tables.ts";
import { findPhoneCall, passOn } from "./rows.ts";
import { readPhoneTicket } from "./ticket.ts";
import { findOwner } from "./voicemail.ts";
import { greetingOf, languageOf } from "./words.ts";

export type Setup = RelayUp & { type: "setup" };

/** A telephone call that this process has. */
export interface Session {
  call: PhoneCallRow;
  relay: Relay;
  endsAt: number;
  /** Says that the call is too long, and ends it. */
  endLong(): void;
  /** A machine has answered. */
  leaveMachine(): void;
  finish(reason: CallEnding): Promise<void>;
}

interface Beginning {
  socket: Socket;
  /** Of the channel's hook. */
  key: string;
  setup: Setup;
  /** The call is among them from its first word to its end. */
  sessions: Map<string, Session>;
}

/** Begins the call that a provider's socket is for; null where it can't begin, or no longer. */
export async function beginSession(
  deps: ChannelDeps,
  { socket, key, setup, sessions }: Beginning,
): Promise<Session | null> {
  const { store, scheduler, now, report } = deps;
  const admitted = await admitCall(deps, key, setup);
  if (!admitted) return null;
  const { call, agent, settings, spoken, at, findVisitor } = admitted;
  const { organizationId, agentId } = call;
  const agentKey = { organizationId, agentId };
  const record = recordCall(deps, call, null);
  let said: string | null = null;
  let hasEnded = false;
  const { hours } = agent.configuration;
  const goesTo = () =>
    settings["transferTo"]?.trim() && findOpening(hours, now()).isOpen ? "transfer" : "voicemail";
  const words: CallWords = {
    ...callWords,
    ...(await loadLanguage(spoken.language))?.call,
    get handedOver() {
      return spoken.words[goesTo()];
    },
  };
  const send = (frame: RelayDown) => hasEnded || socket.send(JSON.stringify(frame));

  const finish = async (reason: CallEnding): Promise<void> => {
    if (hasEnded) return;
    const isHandover = reason === "handover";
    send({
      type: "end",
      handoffData: JSON.stringify({ reason: said ?? reason, ...(isHandover && { goesTo: goesTo() }) }),
    });
    hasEnded = true;
    sessions.delete(call.id);
    await relay.stop();
    const turns = await record.finish();
    const ended = { organizationId, id: call.id, ending: reason, now: now(), turns };
    await store.transaction((tx) => endCall(deps, tx, ended));
    // Where it goes on with people, the provider tells its end.
    if (!isHandover) await passOn(deps, call, { state: "completed" });
  };
  const relay: Relay = createRelay({
    send,
    greeting: greetingOf(spoken, { call, settings, name: agent.configuration.name }),
    ...{ language: spoken.tag, words, speakIn: deps.speakIn, scheduler, now, report, findVisitor },
    countMessage: () => deps.limits.take("sendBySession", `phone:${call.id}`),
    thread: { newThreadId: call.threadId },
    // A workflow has the conversation, or a member: what they write is said.
    async staysWithPeople(where) {
      const visitor = await findVisitor();
      if (!visitor) return false;
      const asked = { caller: visitor, threadId: where };
      return !(await deps.speakIn.isWithPeople(asked)) || (await deps.speakIn.hasAssignee(asked));
    },
    ...{ onTurn: record.onTurn, onThread: record.onThread },
    onOver: (reason) => void finish(reason).catch(report),
    takeWords(text) {
      if (call.direction === "inbound" || !spoken.isOptOut(text)) return false;
      void optOut(deps, call).catch(report);
      said = "optedOut";
      relay.tell(spoken.words.optedOut, "refused");
      return true;
    },
    takeKeys(keys) {
      if (keys !== "0") return false;
      void askForPerson()
        .then(() => relay.tell(words.handedOver, "handover"))
        .catch(report);
      return true;
    },
  });
  async function askForPerson(): Promise<void> {
    const visitor = await findVisitor();
    if (!visitor) return;
    const threadId = record.threadId() ?? undefined;
    const newThreadId = threadId === undefined ? call.threadId : undefined;
    await deps.speakIn.askForPerson({ caller: visitor, clientId: newId(now()), threadId, newThreadId });
  }
  const leaveMachine = () => {
    said = "machine";
    relay.tell(spoken.words.machine, "refused");
  };
  const endLong = () => relay.tell(spoken.words.limit, "limit");
  const session: Session = { call, relay, endsAt: at + longestCallMs, endLong, finish, leaveMachine };
  sessions.set(call.id, session);
  await passOn(deps, call, { state: "answered" });
  // It may have been told before anybody listened.
  const { state } = (await findPhoneCall(store.db, agentKey, { id: call.id })) ?? call;
  if (state === "machine") leaveMachine();
  return session;
}

/** A call that is this socket's alone now. */
interface Admitted {
  call: PhoneCallRow;
  agent: NonNullable<Awaited<ReturnType<typeof findAnsweringAgent>>>;
  settings: Record<string, string>;
  spoken: ReturnType<typeof languageOf>;
  at: number;
  /** The caller as they are now; null where nothing more is taken from them. */
  findVisitor(): ReturnType<ChannelDeps["speakIn"]["findCaller"]>;
}

/** Takes the call of a socket; null where it can't begin, or no longer. */
async function admitCall(deps: ChannelDeps, key: string, setup: Setup): Promise<Admitted | null> {
  const { store, now } = deps;
  const row = await findByHook(store.db, "call", key);
  const ticket = readPhoneTicket(deps.seal, setup.customParameters["ticket"]);
  const { organizationId, agentId } = row;
  if (ticket?.organizationId !== organizationId) return null;
  const agentKey = { organizationId, agentId };
  const call = await findPhoneCall(store.db, agentKey, { id: ticket.callId });
  if (call?.providerId !== setup.callSid || !(isUnderWay(call.state) || call.state === "machine"))
    return null;
  const findVisitor = async () => {
    const contactId = (await findOwner(deps, agentKey, call.externalId)) ?? call.contactId;
    return deps.speakIn.findCaller({ ...agentKey, contactId }, { id: call.id, surfaceType: "call" });
  };
  const caller = await findVisitor();
  const { settings } = await openChannel(deps, row);
  const spoken = languageOf(settings);
  const agent = await findAnsweringAgent(store.db, agentKey, { preview: false });
  const at = now();
  if (
    !caller ||
    !agent ||
    !(await claim(deps, call, { contactId: caller.contactId, language: spoken.tag, at }))
  )
    return null;
  return { call, agent, settings, spoken, at, findVisitor };
}

/** Takes a call for this socket alone: its ticket opens no other. */
async function claim(
  { store }: ChannelDeps,
  { organizationId, id, agentId }: PhoneCallRow,
  { contactId, language, at }: { contactId: string; language: string; at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: rows } = await store.db
    .insertInto("calls")
    .values(
      newCall({
        ...{ organizationId, id, agentId, contactId, sessionId: `phone:${id}`, surfaceType: "call" },
        ...{ preview: 0, language, state: "running", startedAt: at, now: at },
      }),
    )
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (rows ?? 0n) > 0n;
}

async function optOut(
  deps: ChannelDeps,
  { organizationId, agentId, externalId }: PhoneCallRow,
): Promise<void> {
  const sender = { id: externalId, name: null };
  await setOptedOut(
    deps,
    { organizationId, agentId, type: "call" },
    { reading: { kind: "optOut", sender, address: {} }, update: { at: deps.now() } },
  );
}
