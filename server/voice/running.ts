import * as v from "valibot";
import { beginWithinMs, longestCallMs, resumeWithinMs } from "../../shared/domain/call.ts";
import type { CallEnding } from "../../shared/domain/call.ts";
import { pickLanguage } from "../../shared/domain/chatLanguages.ts";
import { readSound } from "../../shared/domain/callSound.ts";
import { callUp } from "../../shared/contract/voice/voice.ts";
import type { CallUp } from "../../shared/contract/voice/voice.ts";
import { callWords } from "../../shared/words/call.ts";
import type { CallWords } from "../../shared/words/call.ts";
import type { KeptRecording } from "../conversations/files/keepRecording.ts";
import { loadLanguage } from "../../shared/words/languages/load.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import type { Socket, SocketEars } from "../requests/socket.ts";
import type { VoiceWays } from "./deps.ts";
import { openAvatar } from "./avatar/avatar.ts";
import { createEngine } from "./engine.ts";
import type { Engine, TurnTimes } from "./engine.ts";
import { createLine } from "./line.ts";
import type { Line } from "./line.ts";
import { changeCall, claimCall, endCall, findCall } from "./rows.ts";
import type { CallRow } from "./tables.ts";
import { readTicket } from "./ticket.ts";
import type { CallTicket } from "./ticket.ts";
import { openCallSpeech } from "./services/openCallSpeech.ts";
import { createRecorder } from "./sound/recorder.ts";
import type { Recorder } from "./sound/recorder.ts";
import { createServerSpeech } from "./sound/serverSpeech.ts";
import type { ServerSpeech } from "./sound/serverSpeech.ts";
import { spendMinutes } from "./sound/spendMinutes.ts";

/** The calls that this process has. */
export interface RunningCalls {
  /** Takes a socket whose first message says which call it is. */
  open(socket: Socket): SocketEars;
  /** Says in their rows that they are here, and lets those end that ended elsewhere. */
  keep(): Promise<void>;
  /** Ends all of them. */
  close(): Promise<void>;
}

interface Running {
  row: CallRow;
  line: Line;
  engine: Engine;
  /** Null where the browser hears and speaks itself. */
  speech: ServerSpeech | null;
  /** Null unless the visitor agreed to a recording. */
  recorder: Recorder | null;
  /** Ends it, once; resolves when its row says so. */
  end(reason: CallEnding): Promise<void>;
  hasEnded(): boolean;
  lost(): void;
  found(): void;
}

/** The most calls of one process: each is a few kilobytes and a few timers, unless it is recorded. */
const mostCalls = 2000;
/** The most that are recorded at once: each holds up to 40 MB until it ends. Further ones go on unrecorded. */
const mostRecorded = 20;
/** A socket names its call within this time. */
const helloWithinMs = 5000;
/** More than anybody does in a call: two hundred things in a second. */
const mostWaitingBytes = 8_000_000;

/** Makes the calls of this process. */
export function createRunningCalls(deps: VoiceWays): RunningCalls {
  const { store, scheduler, now, report } = deps;
  const running = new Map<string, Promise<Running | null>>();
  const recorded = new Set<Recorder>();

  function open(socket: Socket): SocketEars {
    let call: Running | null = null;
    let isGreeted = false;
    let isClosed = false;
    // What comes while the call is looked for waits in line.
    let opening: Promise<void> = Promise.resolve();
    const endHello = scheduler.after({
      name: "closes a socket that says nothing",
      ms: helloWithinMs,
      work: () => isGreeted || socket.close(4000, "Say hello first."),
    });

    async function greet(hello: CallUp & { type: "hello" }): Promise<void> {
      const ticket = readTicket(deps, hello.ticket);
      const found = ticket && (await find(ticket));
      if (!found) return socket.close(4003, "This call is over.");
      if (isClosed) {
        if (!found.line.hasSocket()) found.lost();
        return;
      }
      call = found;
      found.line.attach(socket, hello.got);
      found.found();
    }

    function take(content: string | Uint8Array): void {
      if (socket.waitingBytes() > mostWaitingBytes) return socket.close(4008, "Too slow.");
      if (typeof content !== "string") return takeSound(content);
      const frame = readFrame(content);
      if (!frame) return socket.close(4007, "This is no message of a call.");
      if (frame.type === "hello") {
        if (isGreeted) return socket.close(4007, "Hello was said.");
        isGreeted = true;
        endHello();
        opening = greet(frame).catch((error: unknown) => {
          report(error);
          socket.close(1011, "Something went wrong.");
        });
        return;
      }
      if (!isGreeted) return socket.close(4000, "Say hello first.");
      void opening.then(() => {
        if (!call?.line.isAttached(socket)) return;
        const fresh = call.line.receive(frame);
        if (!fresh) return;
        if (fresh.type === "mute") {
          call.speech?.mute(fresh.isOn);
          call.recorder?.mute(fresh.isOn);
        }
        if (fresh.type === "heard") call.recorder?.heard(fresh.id);
        call.engine.take(fresh);
      });
    }

    function takeSound(content: Uint8Array): void {
      const piece = readSound(content);
      if (!piece) return socket.close(4007, "This is no sound.");
      if (!isGreeted) return socket.close(4000, "Say hello first.");
      void opening.then(() => {
        if (!call?.line.isAttached(socket)) return;
        if (!call.speech) return socket.close(4007, "This call doesn't accept sound.");
        const fresh = call.line.receive(piece);
        if (!fresh) return;
        call.speech.take(fresh.bytes);
        call.recorder?.take(new Int16Array(fresh.bytes.buffer, 0, Math.floor(fresh.bytes.length / 2)));
      });
    }

    return {
      hear: take,
      closed() {
        isClosed = true;
        endHello();
        if (!call?.line.isAttached(socket)) return;
        call.line.detach();
        call.lost();
      },
    };
  }

  /** The call of a ticket: one of this process, or one that begins here. */
  async function find(ticket: CallTicket): Promise<Running | null> {
    const { callId } = ticket;
    const here = running.get(callId);
    if (here) {
      const call = await here;
      return call?.hasEnded() ? null : call;
    }
    if (running.size >= mostCalls) return null;
    const made = begin(ticket);
    running.set(callId, made);
    const call = await made.catch((error: unknown) => {
      running.delete(callId);
      throw error;
    });
    if (!call) running.delete(callId);
    return call;
  }

  async function begin(ticket: CallTicket): Promise<Running | null> {
    const key = { organizationId: ticket.organizationId, id: ticket.callId };
    const row = await findCall(store.db, key);
    const at = now();
    // One that runs elsewhere was heard there so far.
    if (row?.state !== "waiting" || at - row.createdAt > beginWithinMs) return null;
    const visitor = await findVisitor(row);
    if (!visitor) return null;
    const offer = await deps.findCallOffer(visitor);
    const wanted = ticket.speech === "server";
    const models = wanted ? await openCallSpeech(deps, row.organizationId, offer.voice) : null;
    if (wanted && !models) return null;
    if (!(await claimCall(store.db, key, at))) return null;
    const line = createLine(row.id);
    const isAgreed = ticket.isRecorded && offer.isRecorded && models !== null;
    const recorder = isAgreed && recorded.size < mostRecorded ? createRecorder({ now }) : null;
    const avatar = ticket.wantsAvatar && !recorder ? await openAvatar(deps, row) : null;
    if (avatar) line.send({ type: "avatar", url: avatar.url });
    const turns: TurnTimes[] = [];
    const language = pickLanguage([row.language]) ?? "en";
    const words: CallWords = {
      ...callWords,
      ...(await loadLanguage(language))?.call,
      ...pickCallWords(offer.words[language]),
    };
    if (recorder) recorded.add(recorder);
    let endWaiting: (() => void) | undefined;
    let ending: Promise<void> | undefined;
    /** One after the other, so that what is said of a call's end comes last. */
    let keeping: Promise<unknown> = Promise.resolve();
    const keepBy = (work: () => Promise<unknown>) => void (keeping = keeping.then(work).catch(report));
    const keep = (changes: Partial<CallRow>) => keepBy(() => changeCall(store.db, key, changes));

    const end = (reason: CallEnding): Promise<void> =>
      (ending ??= Promise.resolve()
        .then(() => finish(reason))
        .finally(() => {
          if (recorder) recorded.delete(recorder);
          running.delete(row.id);
        }));
    const finish = async (reason: CallEnding): Promise<void> => {
      endWaiting?.();
      endLimit();
      const seconds = Math.round((now() - at) / 1000);
      line.send({ type: "over", reason, seconds });
      line.close();
      speech?.stop();
      endSpending?.();
      await engine.stop();
      const roomEnds = avatar?.stop().catch(report);
      await keeping;
      const recording =
        isAgreed && row.threadId !== null ? await keepRecording(row, recorder, at) : undefined;
      const ended = { ...key, ending: reason, now: now(), turns: JSON.stringify(turns), recording };
      await store.transaction((tx) => endCall(deps, tx, ended));
      await roomEnds;
    };
    let isDeaf = false;
    const speech =
      models &&
      createServerSpeech({
        ...{ models, language: row.language, line: recorder?.watch(line) ?? line, now, report },
        isSilent: avatar !== null,
        onVoice: (isOn) => engine.take({ n: 0, type: "voice", isOn }),
        onWords(understood) {
          isDeaf = false;
          engine.understand(understood);
        },
        onDeaf() {
          if (!isDeaf) engine.tell(words.cantHear);
          isDeaf = true;
        },
      });
    const engine = createEngine({
      ...{ language: row.language, words, speakIn: deps.speakIn, scheduler, now, report },
      line: avatar?.watch(speech ?? line) ?? speech ?? line,
      findVisitor: () => findVisitor(row),
      countMessage({ sessionId }) {
        deps.limits.take("sendBySession", sessionId);
      },
      thread: row.threadId === null ? ticket : { threadId: row.threadId },
      onTurn(times) {
        turns.push(times);
        keep({ turns: JSON.stringify(turns) });
      },
      onThread(threadId) {
        if (row.threadId === threadId) return;
        row.threadId = threadId;
        const { organizationId, agentId } = row;
        keepBy(() =>
          store.transaction(async (tx) => {
            if (await changeCall(tx, key, { threadId }))
              await deps.callMarks.began(tx, { organizationId, agentId, threadId });
          }),
        );
      },
      onOver: (reason) => void end(reason).catch(report),
    });
    const endLimit = scheduler.after({
      name: "ends a long call",
      ms: longestCallMs,
      work: () => end("limit"),
    });
    const call: Running = {
      ...{ row, line, engine, speech, recorder, end, hasEnded: () => ending !== undefined },
      lost() {
        endWaiting?.();
        endWaiting = scheduler.after({
          name: "ends a call that was cut",
          ms: resumeWithinMs,
          work: () => end("network"),
        });
      },
      found: () => endWaiting?.(),
    };
    engine.begin(offer.greeting);
    const endSpending = models?.isInstallations
      ? spendMinutes(deps, { id: row.id, visitor, onUsedUp: () => engine.tell(words.cantHear, "refused") })
      : undefined;
    return call;
  }

  /** What can't be stored is lost, and the end of the call says so. */
  async function keepRecording(
    { organizationId, agentId, contactId }: CallRow,
    recorder: Recorder | null,
    from: number,
  ): Promise<KeptRecording | undefined> {
    if (!recorder) return { ids: [], contactId, from, isWhole: false };
    const files = recorder.finish();
    if (files.length === 0) return undefined;
    return deps.keepRecording({ organizationId, agentId, contactId }, { files, from });
  }

  /** As they are now: visitors who left, were blocked or must identify themselves can't speak in a call either. */
  async function findVisitor(row: CallRow): Promise<VisitorCaller | null> {
    const visitor = await deps.findVisitor(row.sessionId);
    const isTheirs = visitor?.organizationId === row.organizationId && visitor.agentId === row.agentId;
    return isTheirs && !visitor.isBlocked && !visitor.mustIdentify ? visitor : null;
  }

  async function listRunning(): Promise<Running[]> {
    const calls = await Promise.allSettled(running.values());
    return calls.flatMap((call) => (call.status === "fulfilled" && call.value ? [call.value] : []));
  }

  return {
    open,
    async keep() {
      for (const { row, end } of await listRunning()) {
        const { organizationId, id } = row;
        if (!(await changeCall(store.db, { organizationId, id }, { seenAt: now() }))) await end("elsewhere");
      }
    },
    async close() {
      await Promise.all((await listRunning()).map(({ end }) => end("failed").catch(report)));
    },
  };
}

/** An owner's words come from outside: only texts that replace one of ours. */
function pickCallWords(words: Record<string, string> = {}): Partial<CallWords> {
  return Object.fromEntries(
    Object.keys(callWords).flatMap((key) => {
      const own = words[`call.${key}`];
      return own === undefined ? [] : [[key, own]];
    }),
  );
}

function readFrame(content: string): CallUp | null {
  try {
    const { success, output } = v.safeParse(callUp, JSON.parse(content));
    return success ? output : null;
  } catch {
    return null;
  }
}
