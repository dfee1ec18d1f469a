import type { Socket, SocketEars } from "../requests/socket.ts";
import { beginCall } from "./beginCall.ts";
import type { Running } from "./beginCall.ts";
import type { VoiceWays } from "./deps.ts";
import { openSocket } from "./openSocket.ts";
import { changeCall } from "./rows.ts";
import type { Recorder } from "./sound/recorder.ts";
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

/** The most calls of one process: each is a few kilobytes and a few timers, unless it is recorded. */
const mostCalls = 2000;

/** Makes the calls of this process. */
export function createRunningCalls(deps: VoiceWays): RunningCalls {
  const { store, now, report } = deps;
  const running = new Map<string, Promise<Running | null>>();
  const recorded = new Set<Recorder>();

  /** The call of a ticket: one of this process, or one that begins here. */
  async function find(ticket: CallTicket): Promise<Running | null> {
    const { callId } = ticket;
    const here = running.get(callId);
    if (here) {
      const call = await here;
      return call?.hasEnded() ? null : call;
    }
    if (running.size >= mostCalls) return null;
    const made = beginCall(deps, ticket, { recorded, ended: (id) => void running.delete(id) });
    running.set(callId, made);
    const call = await made.catch((error: unknown) => {
      running.delete(callId);
      throw error;
    });
    if (!call) running.delete(callId);
    return call;
  }

  async function listRunning(): Promise<Running[]> {
    const calls = await Promise.allSettled(running.values());
    return calls.flatMap((call) => (call.status === "fulfilled" && call.value ? [call.value] : []));
  }

  return {
    open: (socket) => openSocket(deps, { socket, find }),
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
