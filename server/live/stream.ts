import type { Wheel } from "../timing/wheel.ts";
import type { Store } from "../database/store.ts";
import type { EventListener, EventListeners, ListeningTo } from "./listeners.ts";
import type { EventNotice } from "./notice.ts";
import { readEvents, readNewest } from "./read.ts";
import type { LiveEventRow } from "./tables.ts";

/** Whose events: with a contact only what that visitor may see; without it everything, for the team. */
export interface StreamWanted<Told> extends ListeningTo {
  /** The last event that the client has; without it the stream begins with what happens from now on. */
  after?: number | undefined;
  /** Says what the client is told of an item; null where that is nothing. */
  present(item: StreamItem, to: ListeningTo): Promise<Told | null>;
  /** Called once there is no reader. */
  left?: (() => void) | undefined;
}

/**
 * `ready` comes first and tells the newest number. `readAfresh`: events were missed that are no longer kept, or too
 * many came at once; lists are to be read again, and the stream continues after `number`. `whisper` has no number and
 * is kept nowhere.
 */
export type StreamItem =
  | { type: "ready"; number: number }
  | { type: "readAfresh"; number: number }
  | { type: "event"; event: LiveEventRow }
  | { type: "transient"; text: string };

/** What all streams have in common. */
export interface StreamDeps {
  store: Store;
  listeners: EventListeners;
  /** Lets each stream look for itself now and then, where a notice may be lost. */
  rechecks: Wheel | undefined;
}

const pageSize = 100;
/** Of more than these behind a page the team is told to read afresh: that costs each console less than to hear of every one. */
const mostBehind = 500;
/** How many transient events are kept for a client that does not read; the same text is kept once. */
const maxTransients = 20;

/**
 * Streams as Events.stream says. It holds a cursor and at most one page: a notice only says that there is something to
 * read, so a slow client costs no memory, and a notice lost or doubled changes nothing. It is no generator, as
 * thousands wait at once: of one that waits there is this and a promise, and it ends immediately when it is told to.
 */
export class EventStream<Told> implements AsyncIterableIterator<Told, undefined>, EventListener {
  readonly #deps: StreamDeps;
  readonly #wanted: StreamWanted<Told>;
  #hasBegun = false;
  #isOver = false;
  #at = 0;
  #mayBeMore = false;
  /** What was read and not told yet. */
  #page: StreamItem[] = [];
  #whispers: string[] = [];
  #wake: (() => void) | undefined;
  #leaveRechecks: (() => void) | undefined;

  constructor(deps: StreamDeps, wanted: StreamWanted<Told>) {
    this.#deps = deps;
    this.#wanted = wanted;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Told, undefined>> {
    if (!this.#hasBegun) await this.#begin();
    while (!this.#isOver) {
      const item = this.#page.shift() ?? this.#takeWhisper();
      if (item) {
        const told = await this.#wanted.present(item, this.#wanted);
        if (told !== null && !this.#isOver) return { done: false, value: told };
      } else if (this.#mayBeMore) await this.#read();
      else await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#end();
    return { done: true, value: undefined };
  }

  hear(notice: EventNotice | null): void {
    if (notice && notice.number <= this.#at) return;
    this.#mayBeMore = true;
    this.#wake?.();
  }

  onTransient(text: string): void {
    if (this.#whispers.length >= maxTransients || this.#whispers.includes(text)) return;
    this.#whispers.push(text);
    this.#wake?.();
  }

  #takeWhisper(): StreamItem | undefined {
    const text = this.#whispers.shift();
    return text === undefined ? undefined : { type: "transient", text };
  }

  /** Listens first, so that nothing is missed that happens while it reads. */
  async #begin(): Promise<void> {
    const { store, listeners, rechecks } = this.#deps;
    const { after } = this.#wanted;
    this.#hasBegun = true;
    listeners.join(this.#wanted, this);
    this.#leaveRechecks = rechecks?.join(() => this.hear(null));
    if (after !== undefined) {
      this.#at = after;
      const number = await this.#read();
      this.#page.unshift({ type: "ready", number });
    } else {
      this.#at = await readNewest(store.db, this.#wanted);
      this.#page.push({ type: "ready", number: this.#at });
    }
  }

  /** Reads the next page; gives the newest number. */
  async #read(): Promise<number> {
    this.#mayBeMore = false;
    const wanted = { ...this.#wanted, after: this.#at, limit: pageSize };
    const { events, next, last, isLost } = await readEvents(this.#deps.store.db, wanted);
    // A visitor's own are never that many; the numbers between are the whole team's.
    const isFarBehind = this.#wanted.contactId === undefined && last - next > mostBehind;
    if (isLost || isFarBehind) {
      // The newest are told all the same: what rings for news hears that there is some.
      this.#at = isLost ? last : last - pageSize;
      this.#page.push({ type: "readAfresh", number: this.#at });
      if (!isLost) this.#mayBeMore = true;
      return last;
    }
    this.#at = next;
    this.#page.push(...events.map((event) => ({ type: "event" as const, event })));
    if (events.length === pageSize) this.#mayBeMore = true;
    return last;
  }

  #end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deps.listeners.leave(this.#wanted, this);
    this.#leaveRechecks?.();
    this.#wanted.left?.();
    this.#wake?.();
  }
}
