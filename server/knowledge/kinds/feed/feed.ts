import { completeAddress, refuseAddresses } from "../addresses.ts";
import type { KindOfSource } from "../kind.ts";
import { lookAtFeed } from "./lookAtFeed.ts";
import { readFeedItems } from "./readFeedItems.ts";

/** An RSS or Atom feed. */
export const feed: KindOfSource<"feed"> = {
  check(config) {
    const url = completeAddress(config.url);
    if (url === null) throw refuseAddresses(["body.data.config.url"]);
    return { ...config, url };
  },
  name: ({ url }) => new URL(url).hostname,
  read: readFeedItems,
  preview: lookAtFeed,
  placeOf: ({ url, key }) => url ?? key,
  countPlaces: () => 1,
};
