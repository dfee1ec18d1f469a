import * as v from "valibot";
import { beginWithinMs, longestCallMs, resumeWithinMs } from "../../shared/domain/call.ts";
import type { CallEnding } from "../../shared/domain/call.ts";
import { pickLanguage } from "../../shared/domain/chatLanguages.ts";
import { callUp } from "../../shared/contract/voice/voice.ts";
import type { CallUp } from "../../shared/contract/voice/voice.ts";
import { callWords } from "../../shared/words/call.ts";
import type { CallWords } from "../../shared/words/call.ts";
import { loadLanguage } from "../../shared/words/languages/load.ts";
import type { VisitorCaller } from "../requests/handle.ts";
import type { Socket, SocketEars } from "../requests/socket.ts";
import type { VoiceDeps } from "./deps.ts";
import { createEngine } from "./engine.ts";
import type { Engine, TurnTimes } from "./engine.ts";
import { createLine } from "./line.ts";
import type { Line } from "./line.ts";
import { changeCall, findCall } from "./rows.ts";
import type { CallRow } from "./tables.ts";
import { readTicket } from "./ticket.ts";
import type { CallTicket } from "./ticket.ts";

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
  end(reason: CallEnding): Promise<void>;
  lost(): void;
  found(): void;
}

/** The most calls of one process: each is a few kilobytes and a few timers. */
const mostCalls = 2000;
/** Whoever opens a socket says in this time which call it is. */
const helloWithinMs = 5000;
/** More than anybody does in a call: two hundred things in a second. */
const mostWaitingBytes = 8_000_000;

/** Makes the calls of this process. */
export function createRunningCalls(deps: VoiceDeps): RunningCalls {
  const { store, scheduler, now, report } = deps;
  const running = new Map<string, Promise<Running | null>>();

  function open(socket: Socket): SocketEars {
    let call: Running | null = null;
    let isGreeted = false;
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
      call = found;
      found.line.attach(socket, hello.got);
      found.found();
    }

    function take(content: string | Uint8Array): void {
      if (socket.waitingBytes() > mostWaitingBytes) return socket.close(4008, "Too slow.");
      if (typeof content !== "string") return socket.close(4007, "This call takes no sound.");
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
        if (fresh) call.engine.take(fresh);
      });
    }

    return {
      hear: take,
      closed() {
        endHello();
        if (!call?.line.isAttached(socket)) return;
        call.line.detach();
        call.lost();
      },
    };
  }

  /** The call of a ticket: one of this process, or one that begins or goes on here. */
  async function find(ticket: CallTicket): Promise<Running | null> {
    const { callId } = ticket;
    const here = running.get(callId);
    if (here) return here;
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
    if (!row || row.state === "ended") return null;
    if (row.state === "waiting" && at - row.createdAt > beginWithinMs) return null;
    const visitor = await findVisitor(row);
    if (!visitor) return null;
    const offer = await deps.findCallOffer(visitor);
    const startedAt = row.startedAt ?? at;
    if (!(await changeCall(store.db, key, { state: "running", startedAt, seenAt: at }))) return null;
    const line = createLine(row.id);
    const turns = JSON.parse(row.turns) as TurnTimes[]; // written here
    const language = pickLanguage([row.language]) ?? "en";
    const words: CallWords = {
      ...callWords,
      ...(await loadLanguage(language))?.call,
      ...pickCallWords(offer.words[language]),
    };
    let endWaiting: (() => void) | undefined;
    let hasEnded = false;
    const keep = (changes: Partial<CallRow>) => void changeCall(store.db, key, changes).catch(report);

    const end = async (reason: CallEnding): Promise<void> => {
      if (hasEnded) return;
      hasEnded = true;
      endWaiting?.();
      endLimit();
      running.delete(row.id);
      const seconds = Math.round((now() - startedAt) / 1000);
      line.send({ type: "over", reason, seconds });
      line.close();
      await engine.stop();
      await changeCall(store.db, key, {
        state: "ended",
        ending: reason,
        endedAt: now(),
        turns: JSON.stringify(turns),
      });
    };
    const engine = createEngine({
      ...{ language: row.language, words, line, speakIn: deps.speakIn, scheduler, now, report },
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
        keep({ threadId });
      },
      onOver: (reason) => void end(reason).catch(report),
    });
    const endLimit = scheduler.after({
      name: "ends a long call",
      ms: Math.max(0, startedAt + longestCallMs - at),
      work: () => end("limit"),
    });
    const call: Running = {
      ...{ row, line, engine, end },
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
    // What another process had said of it so far was heard there.
    if (row.state === "waiting") engine.begin(offer.greeting);
    else engine.begin("");
    return call;
  }

  /** As they are now: whoever has left, was blocked or must say who they are first says no more in a call either. */
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
      for (const { end } of await listRunning()) await end("failed");
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
