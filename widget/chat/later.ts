import { useEffect, useState } from "react";
import type { ComponentType } from "react";
import { canType } from "../session/canType.ts";
import { pause } from "../session/pause.ts";

/** A part of the chat that is not in the first bundle. */
export interface Later<Props> {
  /** Loads it ahead, but not before the visitor can type; once, and again while the network fails. */
  load(): Promise<ComponentType<Props>>;
  /** The part as soon as it is there; asking for it loads it. */
  usePart(isWanted?: boolean): ComponentType<Props> | null;
}

/** Makes a part that comes on demand. */
export function createLater<Props>(fetchPart: () => Promise<ComponentType<Props>>): Later<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let loaded: ComponentType<Props> | null = null;

  async function fetchOverCuts(): Promise<ComponentType<Props>> {
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

  function usePart(isWanted = true): ComponentType<Props> | null {
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
