import type { Snapshot } from "valtio";
import type { AnswerOf } from "../../../shared/contract/call.ts";
import type { DataSource } from "../../../shared/contract/knowledge/knowledge.ts";
import type { DataSourceConfig } from "../../../shared/contract/knowledge/sourceConfigs.ts";
import {
  cancelSync as cancelSyncCall,
  createDataSource as createDataSourceCall,
  getDataSource,
  listDataSources,
  removeDataSource as removeDataSourceCall,
  retrySync,
  syncDataSource,
  updateDataSource as updateDataSourceCall,
} from "../../../shared/contract/knowledge/knowledge.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { organizationItself } from "../../../shared/domain/sharedSources.ts";
import type { SourceAudience } from "../../../shared/domain/sourceAudience.ts";
import { mergeById } from "../agents/agents.ts";
import { callSources } from "./callSources.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, drawn, fill, loadOrThrow, reset } from "../platform/resource.ts";
import { noteStepDone } from "../agents/setupGuide.ts";
import { markCreation, markSource } from "./sourceMarks.ts";

interface DataSources {
  agentId: string;
  items: DataSource[];
  total: number;
}

/**
 * The data sources of the agent, or the organization itself, viewed last (the slice datasource of the specification).
 */
export const dataSources = createResource<DataSources>();

/** A source as a screen reads it. */
export type ShownSource = Snapshot<DataSource>;

/** How many come at a time; the call's maximum. */
const pageSize = 100;

/** Whose list is shown, or read to be. */
let listedOf = "";

/** Reads the agent's sources; what another agent had goes away first. Rejects where that fails. */
export async function loadDataSources(place: AgentPlace): Promise<void> {
  listedOf = place.agentId;
  if (dataSources.data && dataSources.data.agentId !== place.agentId) reset(dataSources);
  const shownPages = Math.max(1, Math.ceil((dataSources.data?.items.length ?? 0) / pageSize));
  await loadOrThrow(dataSources, async () => {
    const answers: AnswerOf<typeof listDataSources>[] = [];
    for (let page = 1; page <= shownPages; page++) answers.push(await readPage(place, page));
    return toState(place, answers);
  });
}

/** Reads the next hundred. */
export async function loadMoreDataSources(place: AgentPlace): Promise<void> {
  const items = dataSources.data?.items ?? [];
  const answer = await readPage(place, Math.floor(items.length / pageSize) + 1);
  const { total } = answer.page;
  fill(dataSources, { agentId: place.agentId, items: mergeById(items, answer.items), total });
}

/** Adds a source; its first sync begins immediately. */
export async function createDataSource(
  { orgId, agentId }: AgentPlace,
  data: { name: string; config: DataSourceConfig; audience?: SourceAudience },
): Promise<DataSource> {
  const params = { orgId, productId: agentId };
  const { data: created } = await markCreation(agentId, () =>
    callSources(createDataSourceCall, { params, body: { data } }),
  );
  if (agentId !== organizationItself) noteStepDone(agentId, "datasources");
  const { data: there } = dataSources;
  // The list may have been read meanwhile.
  if (there?.agentId === agentId && there.items.every(({ id }) => id !== created.id))
    fill(dataSources, { ...there, items: [created, ...there.items], total: there.total + 1 });
  // A first reading that was under way may have looked before it was there.
  if (!there && dataSources.status === "loading" && listedOf === agentId)
    drawn(loadDataSources({ orgId, agentId }));
  return created;
}

export type SourcePlace = AgentPlace & { sourceId: string };

/** Changes name or config; a changed config is synced immediately. */
export async function updateDataSource(
  place: SourcePlace,
  data: { name: string; config: DataSourceConfig; audience?: SourceAudience },
): Promise<void> {
  const params = sourceParams(place);
  const ask = () => callSources(updateDataSourceCall, { params, body: { data } });
  takeSource((await markSource(place.sourceId, "updated", ask)).data);
}

/** Deletes a source with its pages. */
export async function removeDataSource(place: SourcePlace): Promise<void> {
  const params = sourceParams(place);
  await markSource(place.sourceId, "gone", () =>
    callSources(removeDataSourceCall, { params, query: { confirmed: "true" } }),
  );
  drop(place.sourceId);
}

/** Starts a sync, ends the running one, or tries again what failed in the newest. */
export async function changeSync(place: SourcePlace, what: "start" | "cancel" | "retry"): Promise<void> {
  const call = { start: syncDataSource, cancel: cancelSyncCall, retry: retrySync }[what];
  await callSources(call, { params: sourceParams(place) });
  await readDataSource(place);
}

const underWay = new Map<string, { isStale: boolean }>();

/** Reads one source again. While that is under way, further wishes for the same one become one more reading. */
export async function readDataSource(place: SourcePlace): Promise<void> {
  const running = underWay.get(place.sourceId);
  if (running) {
    running.isStale = true;
    return;
  }
  const reading = { isStale: false };
  underWay.set(place.sourceId, reading);
  try {
    do {
      reading.isStale = false;
      const ask = () => callSources(getDataSource, { params: sourceParams(place) });
      takeSource((await markSource(place.sourceId, "exists", ask)).data);
    } while (reading.isStale);
  } catch (thrown) {
    const error = toRequestError(thrown);
    if (error.code !== "not_found") throw error;
    drop(place.sourceId);
  } finally {
    underWay.delete(place.sourceId);
  }
}

function readPage({ orgId, agentId }: AgentPlace, page: number) {
  const params = { orgId, productId: agentId };
  return callSources(listDataSources, { params, query: { page, limit: pageSize } });
}

function toState({ agentId }: AgentPlace, answers: AnswerOf<typeof listDataSources>[]): DataSources {
  const items = answers.reduce<DataSource[]>((all, answer) => mergeById(all, answer.items), []);
  return { agentId, items, total: answers.at(-1)?.page.total ?? 0 };
}

export function sourceParams({ orgId, agentId, sourceId }: SourcePlace) {
  return { orgId, productId: agentId, datasourceId: sourceId };
}

/** Takes in what a source is now; one that a colleague has just added comes first. */
export function takeSource(source: DataSource): void {
  const { data } = dataSources;
  if (data?.agentId !== (source.agentId ?? organizationItself)) return;
  const at = data.items.findIndex(({ id }) => id === source.id);
  if (at >= 0) data.items[at] = source;
  else fill(dataSources, { ...data, items: [source, ...data.items], total: data.total + 1 });
}

function drop(sourceId: string): void {
  const { data } = dataSources;
  if (!data?.items.some(({ id }) => id === sourceId)) return;
  const items = data.items.filter(({ id }) => id !== sourceId);
  fill(dataSources, { ...data, items, total: Math.max(0, data.total - 1) });
}
