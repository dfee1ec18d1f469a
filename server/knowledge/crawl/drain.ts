import { AskedToWait } from "./ask.ts";
import type { Frontier, FrontierEntry } from "./frontier.ts";
import type { CrawlSettings } from "./settings.ts";

/** How a crawl ended, with how long the site wants to be left alone where it said so. */
export type CrawlEnd = {
  ended: "finished" | "pageLimit" | "timeLimit" | "askedToWait";
  waitMs: number | null;
};

type Work = {
  frontier: Frontier;
  settings: CrawlSettings;
  /** Reads one address to its end and gives whether it counts as a page. */
  read: (entry: FrontierEntry) => Promise<boolean>;
  isOver: () => boolean;
  /** Stops the requests under way when one of them meets an error that ends the crawl. */
  controller: AbortController;
  signal: AbortSignal;
};

/** Works through the frontier, several addresses at once, until it is empty or a limit is met. */
export async function drain(work: Work): Promise<CrawlEnd> {
  const { frontier, settings, isOver, controller, signal } = work;
  const underWay = new Set<Promise<void>>();
  let { done } = await frontier.counts();
  let wait: AskedToWait | undefined;

  const start = (entry: FrontierEntry): void => {
    const reading = work
      .read(entry)
      .then((isPage) => void (done += isPage ? 1 : 0))
      .catch((error: unknown) => {
        // The address stays unsettled, so the next crawl with this frontier begins with it.
        if (error instanceof AskedToWait) wait = error;
        else controller.abort(error);
      })
      .finally(() => underWay.delete(reading));
    underWay.add(reading);
  };

  try {
    while (true) {
      signal.throwIfAborted();
      const hasRoom = underWay.size < settings.concurrency && done + underWay.size < settings.maxPages;
      const entry = hasRoom && !wait && !isOver() ? await frontier.next() : undefined;
      if (entry) start(entry);
      else if (underWay.size > 0) await Promise.race(underWay);
      else break;
    }
  } catch (error) {
    controller.abort(error);
    await Promise.allSettled(underWay);
    throw error;
  }
  if (wait) return { ended: "askedToWait", waitMs: wait.waitMs };
  const { queued } = await frontier.counts();
  if (queued === 0) return { ended: "finished", waitMs: null };
  return { ended: done >= settings.maxPages ? "pageLimit" : "timeLimit", waitMs: null };
}
