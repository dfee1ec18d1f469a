import type { Scheduler } from "../timing/scheduler.ts";
import type { Line } from "./line.ts";
import type { Saying } from "./speech.ts";

interface SayingsOptions {
  line: Pick<Line, "send">;
  scheduler: Pick<Scheduler, "after">;
  now: () => number;
  /** The loudspeaker told nothing for so long that all is taken for heard. */
  onSilent(): void;
}

/** How long after the agent's last word its echo may still come. */
const echoMs = 1200;
/** A loudspeaker that tells nothing for this long is taken for silent, and the call continues. */
const silentMs = 20_000;

/** What the agent says now in one call, and how much of it came out of the loudspeaker. */
export function createSayings({ line, scheduler, now, onSilent }: SayingsOptions) {
  let list: Saying[] = [];
  let lastId = 0;
  let lastHeardAt = 0;
  let recent = "";
  let endSilence: (() => void) | undefined;

  function awaitSound(): void {
    endSilence?.();
    endSilence = scheduler.after({
      name: "goes on with a silent call",
      ms: silentMs,
      work() {
        for (const saying of list) saying.heard = saying.text.length;
        onSilent();
      },
    });
  }

  return {
    list: (): readonly Saying[] => list,
    say(text: string, place: { from: number; to: number } | null): void {
      lastId += 1;
      list.push({ id: lastId, text, heard: 0, from: place?.from ?? null, to: place?.to ?? 0 });
      line.send({ type: "say", id: lastId, text });
      awaitSound();
    },
    /** Notes how much came out of the loudspeaker; gives what that is of, unless it was dropped. */
    hear({ id, characters }: { id: number; characters: number }): Saying | undefined {
      const saying = list.find((one) => one.id === id);
      if (!saying) return undefined;
      lastHeardAt = now();
      saying.heard = Math.max(saying.heard, Math.min(characters, saying.text.length));
      awaitSound();
      return saying;
    },
    isSpoken: () => list.every(({ heard, text }) => heard >= text.length),
    drop: () => void (list = []),
    /** Waits for the loudspeaker no longer. */
    endSilence: () => endSilence?.(),
    isEchoing: () => now() - lastHeardAt < echoMs,
    /** What is said at this moment, with the sentence before. */
    recentlySaid(): string {
      const at = list.findIndex(({ heard, text }) => heard < text.length);
      const near = at < 0 ? list.slice(-2) : list.slice(Math.max(0, at - 1), at + 1);
      if (near.length > 0) recent = near.map(({ text }) => text).join(" ");
      return recent;
    },
  };
}
