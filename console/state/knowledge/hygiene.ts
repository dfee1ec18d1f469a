import type { AnswerOf } from "../../../shared/contract/call.ts";
import {
  checkHygiene,
  getHygiene,
  listLikePassages,
  listStalePages,
  updateLikePassages,
} from "../../../shared/contract/knowledge/hygiene.ts";
import type { Hygiene } from "../../../shared/contract/knowledge/hygiene.ts";
import { refreshPage, updatePage } from "../../../shared/contract/knowledge/pages.ts";
import { client } from "../platform/client.ts";
import { sourceParams, type SourcePlace } from "./dataSources.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, fill, load, resetUnlessOf } from "../platform/resource.ts";
import type { Of } from "../platform/resource.ts";

/** How far the agent's passages were compared. */
export const hygiene = createResource<Of<Hygiene>>();
/** Pairs of passages that say nearly the same, and pages that nobody changed for long. */
export const likePassages = createResource<Of<AnswerOf<typeof listLikePassages>>>();
export const stalePages = createResource<Of<AnswerOf<typeof listStalePages>>>();

/** Two texts take much room, and reading them takes time. */
const pairsShown = 10;
const pagesShown = 50;

export async function loadHygiene({ orgId, agentId }: AgentPlace): Promise<void> {
  resetUnlessOf(hygiene, agentId);
  await load(hygiene, async () => ({
    ...(await client.call(getHygiene, { params: { orgId, productId: agentId } })).data,
    of: agentId,
  }));
}

/** Has the passages compared again. */
export async function startHygiene({ orgId, agentId }: AgentPlace): Promise<void> {
  const { data } = await client.call(checkHygiene, { params: { orgId, productId: agentId } });
  fill(hygiene, { ...data, of: agentId });
}

export interface PairsQuery {
  isIgnored: boolean;
  page: number;
}

export async function loadLikePassages(
  { orgId, agentId }: AgentPlace,
  { isIgnored, page }: PairsQuery,
): Promise<void> {
  const of = `${agentId} ${isIgnored}`;
  resetUnlessOf(likePassages, of);
  await load(likePassages, async () => {
    const query = { ignored: isIgnored ? ("true" as const) : ("false" as const), page, limit: pairsShown };
    const params = { orgId, productId: agentId };
    return { ...(await client.call(listLikePassages, { params, query })), of };
  });
}

/** Leaves a pair out from now on, or takes it in again. */
export async function ignorePair(
  { orgId, agentId, pairId }: AgentPlace & { pairId: string },
  isIgnored: boolean,
): Promise<void> {
  const params = { orgId, productId: agentId, pairId };
  await client.call(updateLikePassages, { params, body: { data: { isIgnored } } });
}

export interface StaleQuery {
  months: number;
  page: number;
}

export async function loadStalePages(
  { orgId, agentId }: AgentPlace,
  { months, page }: StaleQuery,
): Promise<void> {
  const of = `${agentId} ${months}`;
  resetUnlessOf(stalePages, of);
  await load(stalePages, async () => {
    const params = { orgId, productId: agentId };
    return {
      ...(await client.call(listStalePages, { params, query: { months, page, limit: pagesShown } })),
      of,
    };
  });
}

type PagePlace = SourcePlace & { pageId: string };

/** Answers no longer use it. */
export async function switchPageOff({ pageId, ...source }: PagePlace): Promise<void> {
  const params = { ...sourceParams(source), pageId };
  await client.call(updatePage, { params, body: { data: { enabled: false } } });
}

/** Reads a page again, as a sync of its own. */
export async function readPageAgain({ pageId, ...source }: PagePlace): Promise<void> {
  await client.call(refreshPage, { params: { ...sourceParams(source), pageId } });
}
