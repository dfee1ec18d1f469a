import { newId } from "../../../server/database/ids.ts";
import { updateAgent } from "../../../shared/contract/agents/agents.ts";
import type { Agent, AgentConfiguration } from "../../../shared/contract/agents/agents.ts";
import { createDataSource, listDataSources } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import type { PortableFile } from "../../../shared/contract/agents/portable.ts";
import { getWidget, updateWidget } from "../../../shared/contract/surfaces/surfaces.ts";
import type { WidgetSettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { exportAgent, sendImport } from "../../../shared/contract/agents/templates.ts";
import type { ImportSummary } from "../../../shared/contract/agents/templates.ts";
import type { Member } from "../factories.ts";
import type { TestServer } from "../server.ts";

export interface AgentText {
  configuration?: Partial<AgentConfiguration>;
  settings?: Partial<WidgetSettings>;
  sources?: DataSourceConfig[];
}

/** An agent with something in it: a configuration, a look and sources of its own, as its team would set them. */
export async function makeFullAgent(
  server: TestServer,
  owner: Member,
  { configuration = {}, settings = {}, sources = [] }: AgentText,
): Promise<Agent> {
  const client = server.as(owner);
  const agent = await server.createAgent(owner, "Harbour help");
  const params = { productId: agent.id };
  for (const config of sources) await client.call(createDataSource, { params, body: { data: { config } } });
  const {
    type: _,
    token: __,
    lastSeen: ___,
    savedBy: ____,
    ...widget
  } = (await client.call(getWidget, { params })).data;
  await client.call(updateWidget, {
    params,
    body: { data: { ...widget, settings: { ...widget.settings, ...settings } } },
  });
  const body = {
    data: { revision: agent.revision, configuration: { ...agent.configuration, ...configuration } },
  };
  return (await client.call(updateAgent, { params, body })).data;
}

/** A key of a server of the organization's own that offers a model; gives its id. */
export async function writeModelKey(
  server: TestServer,
  { organizationId }: Member,
  model: string,
): Promise<string> {
  const id = newId();
  await server.store.db
    .insertInto("modelKeys")
    .values({
      ...{ organizationId, id, name: "Private key of the finance team", provider: "openai" },
      ...{ baseUrl: "https://models.internal.example/v1", sealedKey: "sealedModelKey", lastFour: "9Zx1" },
      models: JSON.stringify([{ id: model, type: "completion" }]),
      ...{ speechModels: "[]", refusal: null, checkedAt: 0, createdAt: 0 },
    })
    .execute();
  return id;
}

/** Exports an agent with everything. */
export function exportOf(
  server: TestServer,
  owner: Member,
  { id }: Pick<Agent, "id">,
): Promise<PortableFile> {
  return server.as(owner).call(exportAgent, { params: { productAppId: id }, query: {} });
}

/** Sends a file in, as somebody who chose it. */
export async function sendFile(
  server: TestServer,
  member: Member,
  file: PortableFile,
): Promise<ImportSummary> {
  return (await server.as(member).call(sendImport, { body: { data: { file } } })).data;
}

/** What an agent is made of, without what is its own: ids, times and states. */
export async function lookInto(server: TestServer, owner: Member, agent: Pick<Agent, "id">) {
  const params = { productId: agent.id };
  const { settings } = (await server.as(owner).call(getWidget, { params })).data;
  const { items } = await server.as(owner).call(listDataSources, { params });
  const sources = items.map(({ name, config, status }) => ({ name, config, status }));
  return { settings, sources: sources.toSorted((one, other) => one.name.localeCompare(other.name)) };
}
