import type { CallEnding } from "../../../../shared/domain/call.ts";
import { longestCallMs } from "../../../../shared/domain/call.ts";
import { findOpening } from "../../../../shared/domain/openingHours.ts";
import { isUnderWay } from "../../../../shared/domain/phoneCalls.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { callWords } from "../../../../shared/words/call.ts";
import type { CallWords } from "../../../../shared/words/call.ts";
import { loadLanguage } from "../../../../shared/words/languages/load.ts";
import { findAnsweringAgent } from "../../../agents/find.ts";
import { newId } from "../../../database/ids.ts";
import type { Socket, SocketEars, SocketRoute } from "../../../requests/socket.ts";
import type { TurnTimes } from "../../../voice/engine.ts";
import { createRelay } from "../../../voice/relay.ts";
import type { Relay } from "../../../voice/relay.ts";
import { readRelayFrame } from "../../../voice/relayFrames.ts";
import type { RelayDown, RelayUp } from "../../../voice/relayFrames.ts";
import { changeCall, endCall, newCall } from "../../../voice/rows.ts";
import type { CallRow } from "../../../voice/tables.ts";
import { setOptedOut } from "../../bind.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { Outgoing } from "../../kind.ts";
import { findByHook, hookPath, openChannel } from "../../open.ts";
import type { PhoneCallRow } from "../../tables.ts";
import { createFindProvider } from "./call.ts";
import { askChannel, readAsk, tellSaid } from "./liveCalls.ts";
import { findPhoneCall, passOn } from "./rows.ts";
import { readPhoneTicket } from "./ticket.ts";
import { findOwner } from "./voicemail.ts";
import { greetingOf, languageOf } from "./words.ts";

/** A socket names its call within this time. */
const setupWithinMs = 5000;
/** More than a provider leaves waiting. */
const mostWaitingBytes = 1_000_000;
/** The most calls of one process. */
const mostCalls = 2000;

type Setup = RelayUp & { type: "setup" };

interface Session {
  call: PhoneCallRow;
  relay: Relay;
  endsAt: number;
  /** Says that the call is too long, and ends it. */
  endLong(): void;
  /** A machine has answered. */
  leaveMachine(): void;
  finish(reason: CallEnding): Promise<void>;
}

/** The telephone calls of this process. */
export interface PhoneSessions {
  socket: SocketRoute;
  /** Says in their rows that they are here, and ends those that are too long. */
  keep(): Promise<void>;
  /** Hears what other processes ask of them, until the function that it gives is called. */
  listen(): () => void;
  close(): Promise<void>;
}

/** Makes the telephone calls of this process, each a socket that a provider opens. */
export function createPhoneSessions(deps: ChannelDeps): PhoneSessions {
  const { store, scheduler, bus, now, report } = deps;
  const findProvider = createFindProvider(deps);
  const sessions = new Map<string, Session>();

  /** Refuses a socket that the provider did not sign, before it is one. */
  async function admit(headers: Headers, { key = "" }: Record<string, string>): Promise<void> {
    const channel = await openChannel(deps, await findByHook(store.db, "call", key));
    const url = `${(channel.webhookUrl ?? "").replace(/^http/, "ws")}/relay`;
    if (!findProvider(channel).isSocketSigned(url, headers, channel)) throw new AppError("unauthenticated");
  }

  function open(socket: Socket, { params: { key = "" } }: { params: Record<string, string> }): SocketEars {
    let session: Session | null = null;
    let isSetUp = false;
    let isClosed = false;
    let opening: Promise<void> = Promise.resolve();
    const endSetup = scheduler.after({
      name: "closes a telephone socket that says nothing",
      ms: setupWithinMs,
      work: () => isSetUp || socket.close(4000, "Send setup first."),
    });

    async function begin(setup: Setup): Promise<void> {
      const begun = sessions.size < mostCalls ? await beginSession(socket, key, setup) : null;
      if (!begun) return socket.close(4003, "This is no call that waits for a socket.");
      session = begun;
      if (isClosed) await begun.finish("visitor");
    }

    return {
      hear(content) {
        if (socket.waitingBytes() > mostWaitingBytes) return socket.close(4008, "Too slow.");
        const frame = typeof content === "string" ? readRelayFrame(content) : null;
        if (!frame) return socket.close(4007, "This is no frame of a call.");
        if (frame === "unknown") return;
        if (frame.type === "setup") {
          if (isSetUp) return socket.close(4007, "The call is set up.");
          isSetUp = true;
          endSetup();
          opening = begin(frame).catch((error: unknown) => {
            if (!(error instanceof AppError)) report(error);
            socket.close(1011, "Something went wrong.");
          });
          return;
        }
        if (!isSetUp) return socket.close(4000, "Send setup first.");
        void opening.then(() => session?.relay.take(frame)).catch(report);
      },
      closed() {
        isClosed = true;
        endSetup();
        void session?.finish("visitor").catch(report);
      },
    };
  }

  async function beginSession(socket: Socket, key: string, setup: Setup): Promise<Session | null> {
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
    if (!caller || !agent || !(await claim(call, { contactId: caller.contactId, language: spoken.tag, at })))
      return null;
    const callKey = { organizationId, id: call.id };
    /** One after the other, so that what is said of a call's end comes last. */
    let keeping: Promise<unknown> = Promise.resolve();
    const keepBy = (work: () => Promise<unknown>) => void (keeping = keeping.then(work).catch(report));
    const keep = (changes: Partial<CallRow>) => keepBy(() => changeCall(store.db, callKey, changes));
    const turns: TurnTimes[] = [];
    let threadId: string | undefined;
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
      await keeping;
      const ended = { ...callKey, ending: reason, now: now(), turns: JSON.stringify(turns) };
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
      onTurn(times) {
        turns.push(times);
        keep({ turns: JSON.stringify(turns) });
      },
      onThread(begun) {
        if (threadId === begun) return;
        threadId = begun;
        keepBy(() =>
          store.transaction(async (tx) => {
            if (await changeCall(tx, callKey, { threadId: begun }))
              await deps.callMarks.began(tx, { ...agentKey, threadId: begun });
          }),
        );
      },
      onOver: (reason) => void finish(reason).catch(report),
      takeWords(text) {
        if (call.direction === "inbound" || !spoken.isOptOut(text)) return false;
        void optOut(call).catch(report);
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
      const newThreadId = threadId === undefined ? call?.threadId : undefined;
      await deps.speakIn.askForPerson({ caller: visitor, clientId: newId(now()), threadId, newThreadId });
    }
    const leaveMachine = () => {
      said = "machine";
      relay.tell(spoken.words.machine, "refused");
    };
    const endLong = () => relay.tell(spoken.words.limit, "limit");
    const session = { call, relay, endsAt: at + longestCallMs, endLong, finish, leaveMachine };
    sessions.set(call.id, session);
    await passOn(deps, call, { state: "answered" });
    // It may have been told before anybody listened.
    const { state } = (await findPhoneCall(store.db, agentKey, { id: call.id })) ?? call;
    if (state === "machine") leaveMachine();
    return session;
  }

  /** Takes a call for this socket alone: its ticket opens no other. */
  async function claim(
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

  async function optOut({ organizationId, agentId, externalId }: PhoneCallRow): Promise<void> {
    const sender = { id: externalId, name: null };
    await setOptedOut(
      deps,
      { organizationId, agentId, type: "call" },
      { reading: { kind: "optOut", sender, address: {} }, update: { at: now() } },
    );
  }

  /** Does what another process, or another part of this one, asks of a call that is here. */
  async function takeAsk(text: string | null): Promise<void> {
    const ask = readAsk(text);
    const session = ask && sessions.get(ask.callId);
    if (!ask || !session) return;
    const { call, relay } = session;
    if (ask.what === "machine") return session.leaveMachine();
    const delivery = await store.db
      .selectFrom("channelDeliveries")
      .select("content")
      .where("organizationId", "=", call.organizationId)
      .where("threadId", "=", call.threadId)
      .where("id", "=", ask.deliveryId)
      .executeTakeFirst();
    if (!delivery) return;
    relay.tell((JSON.parse(delivery.content) as Outgoing).text); // written by putInLine
    tellSaid(deps, ask.deliveryId);
  }

  return {
    socket: { path: `${hookPath.replace("{type}", "call")}/relay`, open, admit },
    async keep() {
      for (const { call, finish, endsAt, endLong } of sessions.values()) {
        const { organizationId, id } = call;
        if (now() >= endsAt) endLong();
        if (!(await changeCall(store.db, { organizationId, id }, { seenAt: now() })))
          await finish("elsewhere");
      }
    },
    listen: () => bus.subscribe(askChannel, (text) => void takeAsk(text).catch(report)),
    async close() {
      for (const { finish } of [...sessions.values()]) await finish("failed");
    },
  };
}
