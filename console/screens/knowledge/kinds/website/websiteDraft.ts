import type { ConfigOf } from "../../../../../shared/contract/knowledge/sourceConfigs.ts";

export interface WebsiteDraft {
  kind: "website";
  name: string;
  scope: ConfigOf<"website">["scope"];
  urls: string;
  include: string;
  exclude: string;
  maxDepth: string;
  maxPages: string;
}
