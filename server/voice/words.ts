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

/** Takes away the words at a text's beginning that the agent says at this moment: a loudspeaker that the microphone hears. */
export function withoutEcho(text: string, spoken: string): string {
  const heard = text.trim().split(/\s+/);
  const saying = listWords(spoken);
  let at = 0;
  let echoed = 0;
  for (const word of heard) {
    const found = saying.indexOf(listWords(word).join(""), at);
    // Words that are left out are heard badly; a whole sentence later it is somebody else's word.
    if (found < 0 || (echoed > 0 && found - at > 4)) break;
    at = found + 1;
    echoed += 1;
  }
  return heard.slice(echoed).join(" ");
}

/** What the visitor says in a turn, as it comes in parts that may still change. */
export interface Parts {
  /** Takes one, and gives all that is said in this turn. */
  put(part: number, text: string): string;
  /** The turn is over: what comes of these parts later counts as far as it says more. */
  close(): void;
}

/** Gathers the words of turns. */
export function gatherParts(): Parts {
  const open = new Map<number, string>();
  let closed = new Map<number, string>();
  return {
    put(part, text) {
      const before = closed.get(part);
      open.set(part, before === undefined ? text.trim() : listNewWords(text, before));
      return [...open]
        .sort(([one], [other]) => one - other)
        .map(([, said]) => said)
        .filter(Boolean)
        .join(" ");
    },
    close() {
      const before = (part: number, said: string) => [closed.get(part), said].filter(Boolean).join(" ");
      closed = new Map([...open].map(([part, said]) => [part, before(part, said)]));
      open.clear();
    },
  };
}
