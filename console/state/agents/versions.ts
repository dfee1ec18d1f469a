import type { AnswerOf } from "../../../shared/contract/call.ts";
import {
  compareVersions,
  getVersion,
  listVersions,
  restoreVersion as restoreVersionCall,
} from "../../../shared/contract/agents/versions.ts";
import type { VersionChanges, VersionDetail } from "../../../shared/contract/agents/versions.ts";
import { putAgent } from "./agents.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, load, reset } from "../platform/resource.ts";

/** A page of the history of the last viewed agent. */
export const versions = createResource<AnswerOf<typeof listVersions> & { agentId: string }>();

/** What differs between two versions, and which. */
export const comparison = createResource<VersionChanges & Compared>();

/** One version with all that it holds. */
export const openVersion = createResource<VersionDetail & { agentId: string }>();

/** Two versions of an agent; `draft` for what is not published yet. */
export interface Compared {
  agentId: string;
  from: number;
  to: number | "draft";
}

/** Reads a page of the history; what another agent had goes away first. */
export async function loadVersions({ orgId, agentId }: AgentPlace, page: number): Promise<void> {
  if (versions.data && versions.data.agentId !== agentId) reset(versions);
  await load(versions, async () => {
    const answer = await client.call(listVersions, {
      params: { orgId, productId: agentId },
      query: { page, limit: 25 },
    });
    return { ...answer, agentId };
  });
}

/** Reads one version whole. */
export async function loadVersion({ orgId, agentId }: AgentPlace, version: number): Promise<void> {
  reset(openVersion);
  await load(openVersion, async () => ({ ...(await readVersion({ orgId, agentId }, version)), agentId }));
}

export async function readVersion({ orgId, agentId }: AgentPlace, version: number): Promise<VersionDetail> {
  const params = { orgId, productId: agentId, version: String(version) };
  return (await client.call(getVersion, { params })).data;
}

/** Reads what changed from one version to another. */
export async function loadComparison(orgId: string, { agentId, from, to }: Compared): Promise<void> {
  reset(comparison);
  await load(comparison, async () => {
    const params = { orgId, productId: agentId, version: String(from) };
    const { data } = await client.call(compareVersions, { params, query: { to } });
    return { ...data, agentId, from, to };
  });
}

/** Makes a version the draft again; `conflict` where somebody saved since the revision was read. */
export async function restoreVersion(
  { orgId, agentId, version }: AgentPlace & { version: number },
  data: { revision: number; withKnowledge: boolean },
): Promise<void> {
  const params = { orgId, productId: agentId, version: String(version) };
  putAgent((await client.call(restoreVersionCall, { params, body: { data } })).data);
}
