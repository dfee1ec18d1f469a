import type { ConfigOf } from "../../../../../shared/contract/knowledge/sourceConfigs.ts";

export interface FeedDraft {
  kind: "feed";
  name: string;
  url: string;
  reads: ConfigOf<"feed">["reads"];
  maxItems: string;
}
