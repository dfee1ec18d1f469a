import { useEffect, useState } from "react";
import { canType } from "../session/canType.ts";
import { pause } from "../session/pause.ts";

/** A part of the chat that is not in the first bundle. */
export interface Later<Part> {
  /** Loads it ahead, but not before the visitor can type; once, and again while the network fails. */
  load(): Promise<Part>;
  /** The part as soon as it is there; asking for it loads it. */
  usePart(isWanted?: boolean): Part | null;
}

/** Makes a part that comes on demand. */
export function createLater<Part>(fetchPart: () => Promise<Part>): Later<Part> {
  let loading: Promise<Part> | undefined;
  let loaded: Part | null = null;

  async function fetchOverCuts(): Promise<Part> {
    await canType;
    for (let failures = 0; ; failures += 1) {
      try {
        return (loaded = await fetchPart());
      } catch {
        await pause(failures);
      }
    }
  }

  const load = () => (loading ??= fetchOverCuts());

  function usePart(isWanted = true): Part | null {
    const [, draw] = useState(0);
    const part = loaded;
    useEffect(() => {
      // Asked of what was drawn: it may have arrived since.
      if (isWanted && !part) void load().then(() => draw(1));
    }, [isWanted]);
    return part;
  }

  return { load, usePart };
}
