import type { ConfigOf } from "../../../../shared/contract/knowledge/sourceConfigs.ts";
import { crawl } from "../../crawl/crawl.ts";
import { createMemoryFrontier } from "../../crawl/memoryFrontier.ts";
import { completeSettings } from "../../crawl/settings.ts";
import type { Looking } from "../../preprocess/looking.ts";
import { parsePage, pickLinks, toSentence } from "../parsePage.ts";
import { crawlSettingsOf } from "./readWebsite.ts";

/** Looks which pages of a website would be taken. */
export async function lookAtWebsite(looking: Looking, config: ConfigOf<"website">): Promise<void> {
  const { findings, egress, signal, publicUrl, crawlRate, crawlClock } = looking;
  const frontier = createMemoryFrontier();
  const { notes } = await crawl({
    ...{ frontier, egress, signal },
    ...(crawlClock && { clock: crawlClock }),
    settings: completeSettings({ ...crawlSettingsOf(config), requestsPerSecond: crawlRate }, publicUrl),
    async onPage(page) {
      const document = await parsePage(looking, page);
      const { finalUrl: url } = page;
      const keep = async () => findings.take({ name: document.title || url, url }, document);
      const { queued, done, failed, skipped } = await frontier.counts();
      findings.setFound(queued + done + failed + skipped);
      return { ...pickLinks(document), keep };
    },
    onFailed: ({ url, reason }) => findings.refuse({ name: url, url }, "unreadable", toSentence(reason)),
    onSkipped: ({ url, reason }) => findings.refuse({ name: url, url }, "leftOut", toSentence(reason)),
  });
  for (const note of notes) findings.note(note);
  const { queued, done, failed, skipped } = await frontier.counts();
  findings.setFound(queued + done + failed + skipped);
}
