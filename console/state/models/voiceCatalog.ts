import {
  listVideoAvatars,
  listVideoVoices,
  listVoices,
  previewCatalogEntry,
} from "../../../shared/contract/voice/voices.ts";
import type { CatalogEntry, CatalogPage } from "../../../shared/contract/voice/voices.ts";
import { client } from "../platform/client.ts";
import { addressOf } from "./callVoices.ts";

/** What can be chosen: a voice for calls, an avatar, or an avatar's voice. */
export type CatalogKind = "voice" | "avatar" | "avatarVoice";

const lists = { voice: listVoices, avatar: listVideoAvatars, avatarVoice: listVideoVoices };

/** How many come at a time. */
const pageSize = 25;

interface WantedEntries {
  kind: CatalogKind;
  search: string;
  service?: CatalogEntry["service"];
  page: number;
}

/** Reads a page of what services list, or only one of them, of the entries that fit a search. */
export function readCatalog(orgId: string, { kind, ...wanted }: WantedEntries): Promise<CatalogPage> {
  return client.call(lists[kind], { params: { orgId }, query: { limit: pageSize, ...wanted } });
}

/** Gives an address at which an entry's sample is heard or its picture seen, and what it is. */
export async function previewEntry(
  orgId: string,
  kind: CatalogKind,
  { service, id }: Pick<CatalogEntry, "service" | "id">,
): Promise<{ address: string; contentType: string }> {
  const { data } = await client.call(previewCatalogEntry, {
    params: { orgId, service },
    query: { kind: kind === "avatar" ? "avatar" : "voice", id },
  });
  return { address: addressOf(data.contentType, data.content), contentType: data.contentType };
}
