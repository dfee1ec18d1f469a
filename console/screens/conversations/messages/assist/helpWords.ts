import { plural } from "../../../../../shared/words/language.ts";
import type { HelpWanted } from "../../../../state/conversations/messages/assist.ts";

const names: Record<HelpWanted["kind"], string> = {
  draft: "Draft",
  friendlier: "Friendlier",
  shorter: "Shorter",
  formal: "More formal",
  translation: "Translate reply",
};

/** What each kind of help is called, and what it costs. */
export const helpWords = {
  names,
  cost: (credits: number): string =>
    credits === 0 ? "no credits" : plural(credits, { one: "{count} credit", other: "{count} credits" }),
};
