import type { Snapshot } from "valtio";
import type { AnswerOf } from "../../../shared/contract/call.ts";
import type { WidgetSettings, WidgetSurface } from "../../../shared/contract/surfaces/surfaces.ts";
import {
  createPreviewTicket,
  deleteWidget as deleteWidgetCall,
  getWidget,
  updateWidget,
} from "../../../shared/contract/surfaces/surfaces.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { loadAgent } from "../agents/agents.ts";
import { client } from "../platform/client.ts";
import { watchAgent } from "../platform/live.ts";
import type { AgentPlace } from "../shell/paths.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";

interface OwnedSurface {
  agentId: string;
  surface: WidgetSurface;
}

/** The chat widget of the last viewed agent. */
export const surfaces = createResource<OwnedSurface>();

/** The widget as a screen reads it. */
export type ShownSurface = Snapshot<WidgetSurface>;

/** What takes effect immediately, without publishing. */
export type AtOnce = Pick<WidgetSurface, "enabled" | "allowedDomains" | "allowsNullOrigin">;

export async function loadSurface(place: AgentPlace): Promise<void> {
  if (surfaces.data && surfaces.data.agentId !== place.agentId) reset(surfaces);
  await load(surfaces, async () => ({ agentId: place.agentId, surface: await read(place) }));
}

/** Reads it again whenever something of the agent changes: somebody saved, or a page loaded the widget. */
export function watchSurface(place: AgentPlace): () => void {
  return watchAgent(place.agentId, {
    onEvent: (event) => event.type === "agent" && void loadSurface(place),
    onReadAfresh: () => void loadSurface(place),
  });
}

/** Saves the look as a draft; 409 `conflict` if another member saved since this revision was read. */
export async function saveSettings(
  place: AgentPlace,
  { revision, settings }: { revision: number; settings: WidgetSettings },
): Promise<WidgetSurface> {
  const { enabled, allowedDomains, allowsNullOrigin } = surfaces.data?.surface ?? (await read(place));
  const saved = await write(place, { revision, settings, enabled, allowedDomains, allowsNullOrigin });
  // The draft is ahead of what is public now, and the agent's own record says so.
  void loadAgent(place).catch((thrown: unknown) => console.warn(toRequestError(thrown).message));
  return saved;
}

/**
 * Changes a setting that takes effect immediately, in the saved version and not in the form. If another member saved in the
 * meantime, the change is applied to their version.
 */
export async function changeAtOnce(
  place: AgentPlace,
  change: (before: AtOnce) => Partial<AtOnce>,
): Promise<WidgetSurface> {
  try {
    return await apply(surfaces.data?.surface ?? (await read(place)));
  } catch (thrown) {
    if (toRequestError(thrown).code !== "conflict") throw thrown;
    return apply(await read(place));
  }

  function apply({
    revision,
    settings,
    enabled,
    allowedDomains,
    allowsNullOrigin,
  }: WidgetSurface): Promise<WidgetSurface> {
    const before = { enabled, allowedDomains, allowsNullOrigin };
    return write(place, { revision, settings, ...before, ...change(before) });
  }
}

/** Deletes the chat widget; what is in its place is off and has another token. */
export async function deleteWidget(place: AgentPlace): Promise<void> {
  const query = { confirmed: "true" } as const;
  const { data } = await client.call(deleteWidgetCall, { params: paramsOf(place), query });
  fill(surfaces, { agentId: place.agentId, surface: data });
  void loadAgent(place).catch((thrown: unknown) => console.warn(toRequestError(thrown).message));
}

/** A ten-minute ticket with which the frame meets the draft. */
export async function makePreviewTicket(
  place: AgentPlace,
): Promise<AnswerOf<typeof createPreviewTicket>["data"]> {
  return (await client.call(createPreviewTicket, { params: paramsOf(place) })).data;
}

async function read(place: AgentPlace): Promise<WidgetSurface> {
  return (await client.call(getWidget, { params: paramsOf(place) })).data;
}

async function write(
  place: AgentPlace,
  data: Pick<WidgetSurface, "revision" | "settings" | keyof AtOnce>,
): Promise<WidgetSurface> {
  const saved = (await client.call(updateWidget, { params: paramsOf(place), body: { data } })).data;
  fill(surfaces, { agentId: place.agentId, surface: saved });
  return saved;
}

function paramsOf({ orgId, agentId }: AgentPlace) {
  return { orgId, productId: agentId };
}
