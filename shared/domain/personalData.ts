import { findCards } from "./personal/findCards.ts";
import { findIbans } from "./personal/findIbans.ts";
import { findPhones } from "./personal/findPhones.ts";
import { withoutLookAlikes } from "./personal/lookAlikes.ts";
import { findAll, replaceSpans } from "./personal/span.ts";
import type { Span } from "./personal/span.ts";

/** Hides personal data from a model, and puts it back into what the model says. One for each answer. */
export interface Mask {
  /** Puts a mark in place of each e-mail address, card number, IBAN and telephone number; the same one gets the same mark. */
  hide(text: string): string;
  /** Puts back what the marks stand for, in pieces of a stream; what may be the beginning of a mark waits. */
  show(piece: string): string;
  /** What still waits when the stream is over. */
  end(): string;
  /** Puts back what the marks of a whole text stand for. */
  restore(text: string): string;
  /** How many were hidden. */
  count(): number;
}

interface Kind {
  name: string;
  find(text: string): Span[];
}

/** A letter with an apostrophe may begin it (O'Brien), and what reads addresses aloud or hides them writes (at) and (dot). */
const emails =
  /(?:\p{L}['’])?[\p{L}\p{M}\p{N}._%+-]{1,64}(?:@|%40| ?[([]at[)\]] ?)[\p{L}\p{M}\p{N}-]{1,63}(?:(?:\.| ?[([](?:dot|punkt)[)\]] ?)[\p{L}\p{M}\p{N}-]{1,63}){0,7}(?:\.| ?[([](?:dot|punkt)[)\]] ?)\p{L}[\p{L}\p{M}\p{N}-]{1,62}/giu;

/** The most telling ones first: a card number looks like a telephone number. */
const kinds: Kind[] = [
  { name: "email", find: (text) => findAll(text, emails) },
  { name: "iban", find: findIbans },
  { name: "card", find: findCards },
  { name: "phone", find: findPhones },
];
/** No page and hardly any person writes these brackets. */
const [open, close] = ["⟦", "⟧"];
const longestMark = 16;

export function createMask(): Mask {
  const marks = new Map<string, string>();
  const originals = new Map<string, string>();
  let waiting = "";

  function markOf(name: string, found: string): string {
    const known = marks.get(found);
    if (known) return known;
    const mark = `${open}${name} ${marks.size + 1}${close}`;
    marks.set(found, mark);
    originals.set(mark, found);
    return mark;
  }

  return {
    hide: (text) =>
      kinds.reduce(
        (hidden, { name, find }) =>
          replaceSpans(hidden, find(withoutLookAlikes(hidden)), (found) => markOf(name, found)),
        // A mark that a visitor wrote themselves stands for nothing of theirs.
        text.replaceAll(open, "[").replaceAll(close, "]"),
      ),
    show(piece) {
      const text = waiting + piece;
      const at = text.lastIndexOf(open);
      const isBegun = at !== -1 && !text.includes(close, at) && text.length - at < longestMark;
      waiting = isBegun ? text.slice(at) : "";
      return putBack(isBegun ? text.slice(0, at) : text);
    },
    end() {
      const rest = waiting;
      waiting = "";
      return putBack(rest);
    },
    restore: putBack,
    count: () => marks.size,
  };

  function putBack(text: string): string {
    return text.replace(/⟦[a-z]+ \d+⟧/g, (mark) => originals.get(mark) ?? mark);
  }
}
