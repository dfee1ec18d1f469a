/**
 * Makes a test for paths from a pattern that a person wrote: `*` is any text within one part of the path, `**` any
 * text at all (as does a star at the front: `*.pdf`), `?` one character; `/blog/**` takes in `/blog` itself. Patterns that hold `://` are about the whole
 * address. Every pattern is tried in one pass over the path, so none can be made to take long.
 */
export function createGlob(pattern: string): (url: URL) => boolean {
  const isWhole = pattern.includes("://");
  const steps = parseSteps(isWhole ? pattern : anchor(pattern));
  return (url) => matches(steps, (isWhole ? url.origin : "") + decode(url.pathname));
}

function anchor(pattern: string): string {
  if (pattern.startsWith("*")) return `*${pattern}`;
  return pattern.startsWith("/") ? pattern : `/${pattern}`;
}

type Step = { kind: "text"; character: string } | { kind: "one" | "within" | "across" };

function parseSteps(pattern: string): Step[] {
  const steps: Step[] = [];
  const characters = [...decode(pattern)];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? "";
    if (character === "?") steps.push({ kind: "one" });
    else if (character !== "*") steps.push({ kind: "text", character });
    else if (characters[at + 1] === "*") {
      steps.push({ kind: "across" });
      while (characters[at + 1] === "*") at++;
    } else steps.push({ kind: "within" });
  }
  return steps;
}

/** Keeps the set of places in the pattern that the path read so far can have led to, and moves them all at once. */
function matches(steps: readonly Step[], path: string): boolean {
  let places = skipStars(steps, new Set([0]));
  for (const character of path) {
    const next = new Set<number>();
    for (const place of places) {
      const step = steps[place];
      if (!step) continue;
      if (step.kind === "text" ? step.character === character : step.kind === "one" && character !== "/")
        next.add(place + 1);
      if (step.kind === "across" || (step.kind === "within" && character !== "/")) next.add(place);
    }
    if (next.size === 0) return false;
    places = skipStars(steps, next);
  }
  return places.has(steps.length) || endsBeforeRest(steps, places);
}

/** A star may stand for nothing, so a state before one is also a state after it. */
function skipStars(steps: readonly Step[], places: Set<number>): Set<number> {
  for (const place of places) {
    const kind = steps[place]?.kind;
    if (kind === "across" || kind === "within") places.add(place + 1);
  }
  return places;
}

/** Lets `/blog/**` take in `/blog`: all that is missing is the slash and what may be nothing. */
function endsBeforeRest(steps: readonly Step[], places: Set<number>): boolean {
  const slash = steps.at(-2);
  if (steps.at(-1)?.kind !== "across" || slash?.kind !== "text" || slash.character !== "/") return false;
  return places.has(steps.length - 2);
}

function decode(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text;
  }
}
