import type { Capability, Leaf } from "../agents/capability.ts";
import { getLearningContent } from "../../shared/contract/learning/learning.ts";
import { handle } from "../requests/handle.ts";
import { guide } from "./guide.ts";
import { guidePages, guidePath } from "./guidePage.ts";

/** What helps people to learn the product: the guide as a page, and as the cards that lead into it. */
export const learning: Leaf<unknown> = { create: () => capability };

const capability: Capability = {
  name: "learning",
  routes: [
    handle(getLearningContent, async () => ({
      items: guide.map(({ id, title, summary }) => ({
        id,
        title,
        text: summary,
        url: `${guidePath}#${id}`,
      })),
    })),
  ],
  pages: guidePages,
};
