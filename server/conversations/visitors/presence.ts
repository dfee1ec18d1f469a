import type { LiveEvent } from "../../../shared/contract/conversations/conversations.ts";
import { presenceToldEveryMs } from "../../../shared/domain/limits.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { ConversationDeps, ContactKey } from "../deps.ts";

type Told = Extract<LiveEvent, { type: "presence" }>;

/** Which visitors are there now; each process knows those whose streams it holds, and none of it is stored. */
export interface Presence {
  /** A visitor has come; they are there until the function is called, which may be done once. */
  enter(visitor: ContactKey): () => void;
  /** Has every process tell the team now who is there. */
  ask(agent: AgentKey): void;
  close(): void;
}

export interface PresenceDeps {
  bus: ConversationDeps["bus"];
  events: Pick<ConversationDeps["events"], "sendTransient">;
  scheduler: ConversationDeps["scheduler"];
}

/** As many of them go into one message of the bus. */
const mostAtOnce = 200;

interface Here extends AgentKey {
  /** The streams of each contact: a visitor may have two tabs side by side. */
  streams: Map<string, number>;
  stopHearing: () => void;
}

/**
 * Says again and again who is there, and never who left: people who are no longer named are gone. So nothing goes wrong
 * where a process dies, a word is lost, or a visitor's next stream ends up at another process before the last one is
 * known dead.
 */
export function createPresence({ bus, events, scheduler }: PresenceDeps): Presence {
  const agents = new Map<string, Here>();
  let endTelling: (() => Promise<void>) | undefined;

  function tell({ organizationId, agentId }: AgentKey, contactIds: string[]): void {
    for (let from = 0; from < contactIds.length; from += mostAtOnce) {
      const told: Told = { type: "presence", contactIds: contactIds.slice(from, from + mostAtOnce) };
      events.sendTransient({ organizationId, agentId }, JSON.stringify(told));
    }
  }

  function tellAllOf(here: Here): void {
    tell(here, [...here.streams.keys()]);
  }

  function begin(agent: AgentKey): Here {
    const channel = askChannel(agent);
    const here: Here = {
      organizationId: agent.organizationId,
      agentId: agent.agentId,
      streams: new Map(),
      stopHearing: bus.subscribe(channel, () => tellAllOf(here)),
    };
    agents.set(channel, here);
    const work = () => agents.forEach(tellAllOf);
    endTelling ??= scheduler.every({ name: "tells who is there", everyMs: presenceToldEveryMs, work });
    return here;
  }

  function end(here: Here): void {
    here.stopHearing();
    agents.delete(askChannel(here));
    if (agents.size > 0) return;
    void endTelling?.();
    endTelling = undefined;
  }

  return {
    enter(visitor) {
      const { contactId } = visitor;
      const here = agents.get(askChannel(visitor)) ?? begin(visitor);
      const count = here.streams.get(contactId) ?? 0;
      here.streams.set(contactId, count + 1);
      if (count === 0) tell(visitor, [contactId]);
      return () => {
        const left = (here.streams.get(contactId) ?? 0) - 1;
        if (left > 0) return void here.streams.set(contactId, left);
        here.streams.delete(contactId);
        if (here.streams.size === 0) end(here);
      };
    },
    ask: (agent) => bus.publish(askChannel(agent), "who"),
    close: () => [...agents.values()].forEach(end),
  };
}

function askChannel({ organizationId, agentId }: AgentKey): string {
  return `presence:${organizationId}:${agentId}`;
}
