import type { GuidanceRule } from "../../../../shared/domain/guidance.ts";

export const categoryNames: Record<GuidanceRule["category"], string> = {
  style: "Style",
  clarification: "Asking back",
  handover: "Handing over",
  other: "Other",
};

export const audienceNames: Record<GuidanceRule["when"]["audience"], string> = {
  everyone: "Everybody",
  verified: "Visitors signed in by the site",
  unverified: "Visitors who are not signed in",
};
