import type { Agent } from "../../../shared/contract/agents/agents.ts";
import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import type { ImportSummary, Template, TemplateDetail } from "../../../shared/contract/agents/templates.ts";
import {
  cloneAgent as cloneAgentCall,
  exportAgent as exportAgentCall,
  getImport,
  getReplacement,
  getTemplate,
  importAgent as importAgentCall,
  listTemplates,
  replaceAgent as replaceAgentCall,
  sendImport as sendImportCall,
} from "../../../shared/contract/agents/templates.ts";
import type { TemplateCategory } from "../../../shared/domain/portable.ts";
import { addAgent, putAgent } from "./agents.ts";
import { client } from "../platform/client.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, load } from "../platform/resource.ts";

export interface GalleryWish {
  search: string;
  category: TemplateCategory | null;
}

/** The gallery as it was asked for last: as many pages of it as were wanted. */
export const gallery = createResource<{ items: Template[]; total: number }>();

/** The last viewed template. */
export const templateDetail = createResource<TemplateDetail>();

const pageSize = 24;

/** Reads the gallery's first pages. */
export function loadGallery({ search, category }: GalleryWish, pages = 1): Promise<void> {
  return load(gallery, async () => {
    const items: Template[] = [];
    let total = 0;
    for (let page = 1; page <= pages; page++) {
      const query = { page, limit: pageSize, search: search || undefined, category: category ?? undefined };
      const answer = await client.call(listTemplates, { query });
      items.push(...answer.items);
      total = answer.page.total;
    }
    return { items, total };
  });
}

export function loadTemplate(productAppId: string): Promise<void> {
  return load(
    templateDetail,
    async () => (await client.call(getTemplate, { params: { productAppId } })).data,
  );
}

/** Makes a new agent of a template, of an export, or of a file that was sent. */
export async function importAgent(
  exportId: string,
  data: BodyOf<typeof importAgentCall>["data"],
): Promise<Agent> {
  return addAgent((await client.call(importAgentCall, { params: { exportId }, body: { data } })).data);
}

/** Sends a file, of which nothing is made yet, and gives what it would bring. */
export async function sendImport(orgId: string, file: PortableFile): Promise<ImportSummary> {
  return (await client.call(sendImportCall, { params: { orgId }, body: { data: { file } } })).data;
}

/** What an export would bring as a new agent. */
export async function readImport(orgId: string, exportId: string): Promise<ImportSummary> {
  return (await client.call(getImport, { params: { orgId, exportId } })).data;
}

/** What an export would bring in the place of an agent. */
export async function readReplacement(place: AgentPlace, exportId: string): Promise<ImportSummary> {
  return (await client.call(getReplacement, { params: { ...paramsOf(place), exportId } })).data;
}

/** Replaces the draft of an agent, of which a backup is kept. */
export async function replaceAgent(
  place: AgentPlace,
  exportId: string,
  data: BodyOf<typeof replaceAgentCall>["data"],
): Promise<Agent> {
  const params = { ...paramsOf(place), exportId };
  return putAgent((await client.call(replaceAgentCall, { params, body: { data } })).data);
}

export async function cloneAgent(
  place: AgentPlace,
  data: BodyOf<typeof cloneAgentCall>["data"],
): Promise<Agent> {
  return addAgent((await client.call(cloneAgentCall, { params: paramsOf(place), body: { data } })).data);
}

/** The file of an agent's draft, without its secrets. */
export async function exportAgent(
  { agentId }: AgentPlace,
  { look, sources, testCases }: Record<"look" | "sources" | "testCases", boolean>,
): Promise<AnswerOf<typeof exportAgentCall>> {
  const flag = (isOn: boolean) => (isOn ? "true" : "false");
  const query = { look: flag(look), sources: flag(sources), testCases: flag(testCases) } as const;
  return client.call(exportAgentCall, { params: { productAppId: agentId }, query });
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}
