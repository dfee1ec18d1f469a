import type { SourceAudience } from "../../../shared/domain/sourceAudience.ts";

/** Whom a source is for, as a choice says it. */
export const audienceWords: Record<SourceAudience, string> = {
  everyone: "Everyone",
  identified: "Visitors who left an address",
  verified: "Visitors signed in on your site",
  team: "Only your team",
};
