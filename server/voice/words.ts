import { maxMessageCharacters } from "../../shared/domain/limits.ts";

/** Words as they are compared: small, without signs. */
function listWords(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .split(/\s+/)
    .filter(Boolean);
}

/** Gives what a text says beyond another one that it repeats; nothing where the rest differs in signs alone. */
export function listNewWords(text: string, before: string): string {
  const known = listWords(before);
  const said = text.trim().split(/\s+/);
  let same = 0;
  while (same < said.length && listWords(said[same] ?? "").join("") === (known[same] ?? "")) same += 1;
  const rest = said.slice(same).join(" ");
  return same < known.length || listWords(rest).length === 0 ? "" : rest;
}

/** This many words in a row are no accident. */
const surelyEcho = 3;

/**
 * Takes away the words at a text's beginning that the agent says at this moment: a loudspeaker that the microphone hears. One
 * or two words that are in the agent's sentence too are the visitor's own, unless they are all that was heard.
 */
export function withoutEcho(text: string, spoken: string): string {
  const heard = text.trim().split(/\s+/);
  const saying = listWords(spoken);
  let at = -1;
  let echoed = 0;
  for (const word of heard) {
    const found = saying.indexOf(listWords(word).join(""), at + 1);
    // A word may be heard badly; one from a sentence's other end is somebody else's.
    if (found < 0 || (echoed > 0 && found - at > 2)) break;
    at = found;
    echoed += 1;
  }
  return echoed === heard.length || echoed >= surelyEcho ? heard.slice(echoed).join(" ") : text;
}

/** More parts than anybody says in one turn. */
const mostParts = 500;

/** What the visitor says in a turn, as it comes in parts that may still change. */
export interface Parts {
  /** Takes one, and gives all that is said in this turn. */
  put(part: number, text: string): string;
  /** The turn is over: what comes of these parts later counts as far as it says more. */
  close(): void;
}

/** Gathers the words of turns; what goes beyond a message is not taken. */
export function gatherParts(): Parts {
  const open = new Map<number, string>();
  let closed = new Map<number, string>();
  return {
    put(part, text) {
      const before = closed.get(part);
      const said = before === undefined ? text.trim() : listNewWords(text, before);
      if (open.has(part) || open.size < mostParts) open.set(part, said);
      return [...open]
        .sort(([one], [other]) => one - other)
        .map(([, words]) => words)
        .filter(Boolean)
        .join(" ")
        .slice(0, maxMessageCharacters);
    },
    close() {
      const before = (part: number, said: string) => [closed.get(part), said].filter(Boolean).join(" ");
      closed = new Map([...open].map(([part, said]) => [part, before(part, said)]));
      open.clear();
    },
  };
}
