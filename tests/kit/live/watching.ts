import { watchEvents } from "../../../shared/contract/conversations/conversations.ts";
import type { LiveEvent } from "../../../shared/contract/conversations/conversations.ts";
import type { Actor } from "../client.ts";
import type { TestServer } from "../server.ts";

/** Somebody who watches an agent's live events. */
export interface Watching {
  /** Resolves with the newest number when the stream is open. */
  ready: Promise<number>;
  /** Reads on until something holds of what came, and gives all of it. */
  until(holds: (events: LiveEvent[]) => boolean): Promise<LiveEvent[]>;
  stop(): void;
}

export interface Watched {
  server: TestServer;
  agentId: string;
  /** The cursor to go on from. */
  after?: number | undefined;
  /** As the hidden tab of a visitor does. */
  away?: boolean;
}

/** Opens the live events of an agent as this actor. */
export function watch(actor: Actor, { server, agentId, after, away }: Watched): Watching {
  const leave = new AbortController();
  const events: LiveEvent[] = [];
  const query = { ...(after !== undefined && { after }), ...(away && { away: "true" as const }) };
  const input = { params: { productId: agentId }, query, signal: leave.signal };
  const stream = server.as(actor).stream(watchEvents, input);
  const next = async () => {
    const { value, done } = await stream.next();
    if (done) throw new Error("The events ended.");
    events.push(value);
    return value;
  };
  const ready = next().then(numberOf);
  return {
    ready,
    stop: () => leave.abort(),
    until: async (holds) => {
      await ready;
      while (!holds(events)) await next();
      // The thread's own event follows that of its message.
      if (events.at(-1)?.type === "message") await next();
      return events;
    },
  };
}

/** Whether an event tells of a message that says this. */
export function isMessage(event: LiveEvent, content: string): boolean {
  return event.type === "message" && event.message.content === content;
}

/** Of an event that has none, as who is writing, minus one. */
export function numberOf(event: LiveEvent): number {
  return "number" in event ? event.number : -1;
}
