import { Suspense } from "react";
import { Rss } from "lucide-react";
import { Skeleton } from "../../../../../shared/ui/Skeleton.tsx";
import type { KindScreen } from "../kind.ts";
import type { FeedDraft } from "./feedDraft.ts";
import { FeedFields } from "../kindFields.ts";

export const feed: KindScreen<"feed", FeedDraft> = {
  icon: Rss,
  addLabel: "Add feed",
  blank: () => ({ kind: "feed", name: "", url: "", reads: "content", maxItems: "200" }),
  open: ({ url, reads, maxItems }, name) => ({ kind: "feed", name, url, reads, maxItems: String(maxItems) }),
  read: ({ name, url, reads, maxItems }) => ({
    name: name.trim(),
    config: { kind: "feed", url, reads, maxItems: Math.floor(Number(maxItems) || 0) },
  }),
  Fields: (props) => (
    <Suspense fallback={<Skeleton height="160px" />}>
      <FeedFields {...props} />
    </Suspense>
  ),
  errorFields: ["url", "maxItems", "data.name"],
  isEmpty: ({ url }) => url.trim() === "",
  describe({ url, reads }) {
    const address = url.replace(/^https?:\/\//, "");
    return reads === "pages" ? `${address}, with linked pages` : address;
  },
};
