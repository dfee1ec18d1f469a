import type { Bus } from "./bus.ts";
import { eventChannel, readTransient, transientChannel } from "./notice.ts";
import type { EventNotice } from "./notice.ts";

/** Somebody who waits for events. There are thousands, so each is told as the object that it is. */
export interface EventListener {
  /** Hears of an event that is for it, or null where something may have been missed. */
  hear(notice: EventNotice | null): void;
  /** Hears a transient event that is for it. */
  onTransient(text: string): void;
}

export interface ListeningTo {
  organizationId: string;
  agentId: string;
  /** A visitor's contact; without it all events of the agent are heard, as the team does. */
  contactId?: string | undefined;
}

/** Those of one process who wait for events. */
export interface EventListeners {
  join(to: ListeningTo, listener: EventListener): void;
  /** Ends what `join` began with the same two. */
  leave(to: ListeningTo, listener: EventListener): void;
}

/** Everybody who waits for events of one agent. */
interface Crowd {
  team: Set<EventListener>;
  /** By contact; almost all have one chat open. */
  visitors: Map<string, readonly EventListener[]>;
  newest: number | null;
  /** Numbers that were stepped over: two processes may tell of theirs in another order than they were written. */
  missing: Set<number>;
  waiting: NodeJS.Timeout | undefined;
  leaveBus: (() => void)[];
}

/** A notice that did not come within this after a later one is taken for lost. */
const lostAfterMs = 200;
/** Of a gap as wide as this nobody waits for the rest. */
const widestGap = 1000;

/**
 * Hands each notice and transient event of the bus only to its recipients: an agent may have thousands of visitors
 * connected, and most of what happens is none of theirs. A listener that may have missed an event gets null and checks.
 */
export function createEventListeners(bus: Bus): EventListeners {
  const crowds = new Map<string, Crowd>();

  function gather(to: ListeningTo): Crowd {
    const crowd: Crowd = {
      ...{ team: new Set(), visitors: new Map(), newest: null, missing: new Set(), waiting: undefined },
      leaveBus: [
        bus.subscribe(eventChannel(to), (text) => tell(crowd, text)),
        bus.subscribe(transientChannel(to), (text) => text !== null && sendTransientTo(crowd, text)),
      ],
    };
    crowds.set(eventChannel(to), crowd);
    return crowd;
  }

  return {
    join(to, listener) {
      const { team, visitors } = crowds.get(eventChannel(to)) ?? gather(to);
      const { contactId } = to;
      if (contactId === undefined) team.add(listener);
      else visitors.set(contactId, [...(visitors.get(contactId) ?? []), listener]);
    },
    leave(to, listener) {
      const crowd = crowds.get(eventChannel(to));
      if (!crowd) return;
      const { team, visitors } = crowd;
      const { contactId } = to;
      if (contactId === undefined) team.delete(listener);
      else {
        const left = (visitors.get(contactId) ?? []).filter((one) => one !== listener);
        if (left.length > 0) visitors.set(contactId, left);
        else visitors.delete(contactId);
      }
      if (team.size > 0 || visitors.size > 0) return;
      crowds.delete(eventChannel(to));
      clearTimeout(crowd.waiting);
      for (const leaveBus of crowd.leaveBus) leaveBus();
    },
  };
}

function tell(crowd: Crowd, text: string | null): void {
  if (text === null) return tellAll(crowd);
  const notice = JSON.parse(text) as EventNotice; // written by appendEvents
  const { number, contactId, audience } = notice;
  if (!follows(crowd, number)) return tellAll(crowd);
  crowd.team.forEach((one) => one.hear(notice));
  if (contactId !== null && audience === "all")
    crowd.visitors.get(contactId)?.forEach((one) => one.hear(notice));
}

function sendTransientTo({ team, visitors }: Crowd, said: string): void {
  const { contactId, text } = readTransient(said);
  const told = contactId === undefined ? team : visitors.get(contactId);
  told?.forEach((one) => one.onTransient(text));
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
  for (const group of [team, ...visitors.values()]) group.forEach((one) => one.hear(null));
}
