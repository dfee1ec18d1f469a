import { AppError } from "../../../../shared/errors/errors.ts";
import type { Socket, SocketEars, SocketRoute } from "../../../requests/socket.ts";
import { readRelayFrame } from "../../../voice/relayFrames.ts";
import { changeCall } from "../../../voice/rows.ts";
import type { ChannelDeps } from "../../deps.ts";
import type { Outgoing } from "../../kind.ts";
import { findByHook, hookPath, openChannel } from "../../open.ts";
import { beginSession } from "./beginSession.ts";
import type { Session, Setup } from "./beginSession.ts";
import { createFindProvider } from "./call.ts";
import { askChannel, readAsk, tellSaid } from "./liveCalls.ts";

/** A socket names its call within this time. */
const setupWithinMs = 5000;
/** More than a provider leaves waiting. */
const mostWaitingBytes = 1_000_000;
/** The most calls of one process. */
const mostCalls = 2000;

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
  const { store, bus, now, report } = deps;
  const findProvider = createFindProvider(deps);
  const sessions = new Map<string, Session>();

  /** Refuses a socket that the provider did not sign, before it is one. */
  async function admit(headers: Headers, { key = "" }: Record<string, string>): Promise<void> {
    const channel = await openChannel(deps, await findByHook(store.db, "call", key));
    const url = `${(channel.webhookUrl ?? "").replace(/^http/, "ws")}/relay`;
    if (!findProvider(channel).isSocketSigned(url, headers, channel)) throw new AppError("unauthenticated");
  }

  function open(socket: Socket, { params: { key = "" } }: { params: Record<string, string> }): SocketEars {
    return hearSocket(deps, {
      socket,
      beginBy: async (setup) =>
        sessions.size < mostCalls ? await beginSession(deps, { socket, key, setup, sessions }) : null,
    });
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

/** Begins the call that the socket names first, and gives it what follows. */
function hearSocket(
  { scheduler, report }: ChannelDeps,
  { socket, beginBy }: { socket: Socket; beginBy(setup: Setup): Promise<Session | null> },
): SocketEars {
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
    const begun = await beginBy(setup);
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
