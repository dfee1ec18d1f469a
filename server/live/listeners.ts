import type { Bus } from "./bus.ts";
import { eventChannel } from "./notice.ts";
import type { EventNotice } from "./notice.ts";

/** Hears of an event that is for it, or null where something may have been missed. */
export type HearEvent = (notice: EventNotice | null) => void;

export interface ListeningTo {
  organizationId: string;
  agentId: string;
  /** A visitor's contact; without it all events of the agent are heard, as the team does. */
  contactId?: string | undefined;
}

/** Those of one process who wait for events. */
export interface EventListeners {
  listen(to: ListeningTo, hear: HearEvent): () => void;
}

/** Everybody who waits for events of one agent. */
interface Crowd {
  team: Set<HearEvent>;
  visitors: Map<string, Set<HearEvent>>;
  newest: number | null;
  /** Numbers that were stepped over: two processes may tell of theirs in another order than they were written. */
  missing: Set<number>;
  waiting: NodeJS.Timeout | undefined;
  leave(): void;
}

/** A notice that did not come within this after a later one is taken for lost. */
const lostAfterMs = 200;
/** Of a gap as wide as this nobody waits for the rest. */
const widestGap = 1000;

/**
 * Hands each notice of the bus to those alone whom it is for: an agent may have thousands of visitors connected, and most
 * of what happens is none of theirs. Whoever may have missed something hears null and looks.
 */
export function createEventListeners(bus: Bus): EventListeners {
  const crowds = new Map<string, Crowd>();

  function gather(channel: string): Crowd {
    const crowd: Crowd = {
      ...{ team: new Set(), visitors: new Map(), newest: null, missing: new Set(), waiting: undefined },
      leave: bus.subscribe(channel, (text) => tell(crowd, text)),
    };
    crowds.set(channel, crowd);
    return crowd;
  }

  return {
    listen(to, hear) {
      const channel = eventChannel(to);
      const crowd = crowds.get(channel) ?? gather(channel);
      const { contactId } = to;
      const group = contactId === undefined ? crowd.team : groupOf(crowd, contactId);
      group.add(hear);
      return () => {
        group.delete(hear);
        if (contactId !== undefined && group.size === 0 && crowd.visitors.get(contactId) === group)
          crowd.visitors.delete(contactId);
        if (crowd.team.size > 0 || crowd.visitors.size > 0 || crowds.get(channel) !== crowd) return;
        crowds.delete(channel);
        clearTimeout(crowd.waiting);
        crowd.leave();
      };
    },
  };
}

function groupOf({ visitors }: Crowd, contactId: string): Set<HearEvent> {
  const group = visitors.get(contactId) ?? new Set();
  visitors.set(contactId, group);
  return group;
}

function tell(crowd: Crowd, text: string | null): void {
  if (text === null) return tellAll(crowd);
  const notice = JSON.parse(text) as EventNotice; // written by appendEvents
  const { number, contactId, audience } = notice;
  if (!follows(crowd, number)) return tellAll(crowd);
  crowd.team.forEach((hear) => hear(notice));
  if (contactId !== null && audience === "all")
    crowd.visitors.get(contactId)?.forEach((hear) => hear(notice));
}

/** Notes which numbers came; false where too many between did not. */
function follows(crowd: Crowd, number: number): boolean {
  const { newest, missing } = crowd;
  missing.delete(number);
  if (newest !== null && number <= newest) return true;
  crowd.newest = number;
  const from = (newest ?? number - 1) + 1;
  if (number - from > widestGap) return false;
  for (let between = from; between < number; between += 1) missing.add(between);
  if (missing.size > 0 && !crowd.waiting) {
    crowd.waiting = setTimeout(() => {
      crowd.waiting = undefined;
      if (missing.size > 0) tellAll(crowd);
    }, lostAfterMs);
    crowd.waiting.unref();
  }
  return true;
}

function tellAll({ team, visitors, missing }: Crowd): void {
  missing.clear();
  for (const group of [team, ...visitors.values()]) group.forEach((hear) => hear(null));
}
