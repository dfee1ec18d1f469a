import { completeAddress, refuseAddresses } from "../addresses.ts";
import type { KindOfSource } from "../kind.ts";
import { lookAtWebsite } from "./lookAtWebsite.ts";
import { readWebsite } from "./readWebsite.ts";

/** A website, a part of it, or single pages. */
export const website: KindOfSource<"website"> = {
  check(config) {
    const urls = config.urls.map(completeAddress);
    const wrong = urls.flatMap((url, index) => (url === null ? [`body.data.config.urls.${index}`] : []));
    if (wrong.length > 0) throw refuseAddresses(wrong);
    return { ...config, urls: urls.filter((url) => url !== null) };
  },
  name: ({ urls }) => new URL(urls[0] ?? "https://example.com").hostname,
  read: readWebsite,
  preview: lookAtWebsite,
  placeOf: ({ fileId, url }) => fileId ?? url,
  countPlaces: ({ urls }) => urls.length,
};
