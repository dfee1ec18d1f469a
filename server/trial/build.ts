import { randomBytes } from "node:crypto";
import { createAgent, getAgent, publishAgent, updateAgent } from "../../shared/contract/agents/agents.ts";
import { createDataSource } from "../../shared/contract/knowledge/knowledge.ts";
import {
  getHostedWeb,
  getWidget,
  updateHostedWeb,
  updateWidget,
} from "../../shared/contract/surfaces/surfaces.ts";
import { generateUseCases, otherScheme } from "../../shared/domain/generate.ts";
import { builtinModel } from "../../shared/domain/models.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { derive } from "../agents/generate/derive.ts";
import type { SiteFacts } from "../agents/generate/SiteFacts.ts";
import { trialOrganizationId } from "../billing/trialOrganization.ts";
import { trialAnswersJob } from "./answers.ts";
import type { TrialDeps } from "./deps.ts";
import { trialLimits } from "./limits.ts";
import type { TrialRow } from "./tables.ts";

const organizationId = trialOrganizationId;

/** Makes the agent of a trial: reads what it begins with, names and colors it, and has its pages read. */
export async function buildTrial(deps: TrialDeps, id: string, signal: AbortSignal): Promise<void> {
  const row = await deps.store.db.selectFrom("trials").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row || row.agentId !== null || row.problem !== null) return;
  try {
    await build(deps, row, signal);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    await keep(deps, id, { problem: error.message });
  }
}

async function build(deps: TrialDeps, row: TrialRow, signal: AbortSignal): Promise<void> {
  const { askInside } = deps;
  const site = row.type === "website" ? await readSite(deps, row.url, signal) : null;
  const drafts = derive({ useCases: [...generateUseCases], description: row.description, site });
  const { agent, theme, welcome_content: welcome } = drafts;
  const name = row.name ?? agent?.name ?? "Assistant";
  const primary = row.primary ?? theme?.primary ?? null;
  const suggestions = welcome?.suggestions ?? [];
  const { data: made } = await askInside(createAgent, {
    organizationId,
    body: {
      data: {
        ...{ name, model: builtinModel, description: agent?.description ?? row.description.slice(0, 500) },
        ...(agent?.icon && { icon: agent.icon }),
        look: {
          suggestions,
          ...(welcome?.welcome && { welcome: welcome.welcome }),
          ...(primary && { primary }),
        },
      },
    },
  });
  const params = { productId: made.id };
  await askInside(createDataSource, { organizationId, params, body: { data: sourceOf(row, site) } });
  const { data: page } = await askInside(getHostedWeb, { organizationId, params });
  const slug = `try-${randomBytes(8).toString("hex")}`;
  const settings = { ...page.settings, title: name, isIndexed: false };
  await askInside(updateHostedWeb, {
    ...{ organizationId, params },
    body: { data: { revision: page.revision, enabled: true, slug, settings } },
  });
  const told = { agentId: made.id, slug, name, primary, suggestions: JSON.stringify(suggestions) };
  await deps.store.transaction(async (tx) => {
    await tx.updateTable("trials").set(told).where("id", "=", row.id).execute();
    await deps.jobs.enqueue(tx, { organizationId, kind: trialAnswersJob, key: row.id, payload: {} });
  });
}

/** What a trial learns from, as a new data source. */
function sourceOf(
  { type, url, description }: Pick<TrialRow, "type" | "url" | "description">,
  site: Pick<SiteFacts, "url"> | null,
) {
  if (type === "description")
    return { name: "Description", config: { kind: "text", title: "Description", text: description } };
  const urls = [site?.url ?? url];
  const config = {
    kind: "website",
    scope: "site",
    urls,
    include: [],
    exclude: [],
    maxPages: trialLimits.pages,
  };
  return { name: new URL(url).hostname, config };
}

/** What is typed without a scheme may be http or https: the other one is asked where the first can't be read. */
async function readSite({ readSite: read }: TrialDeps, url: string, signal: AbortSignal): Promise<SiteFacts> {
  try {
    return await read(url, signal);
  } catch (error) {
    return await read(otherScheme(url), signal).catch(() => {
      throw error;
    });
  }
}

/** Gives a trial another name, or another color. */
export async function changeTrial(
  deps: TrialDeps,
  row: TrialRow,
  { name = row.name ?? undefined, primary = row.primary ?? undefined }: { name?: string; primary?: string },
): Promise<TrialRow> {
  const { askInside } = deps;
  if (row.agentId !== null) {
    const params = { productId: row.agentId };
    if (name !== undefined && name !== row.name) {
      const { data } = await askInside(getAgent, { organizationId, params });
      const configuration = { ...data.configuration, name };
      const body = { data: { revision: data.revision, configuration } };
      await askInside(updateAgent, { organizationId, params, body });
    }
    if (primary !== undefined && primary !== row.primary) {
      const { data } = await askInside(getWidget, { organizationId, params });
      const { revision, enabled, settings, allowedDomains, allowsNullOrigin } = data;
      const changed = {
        revision,
        enabled,
        allowedDomains,
        allowsNullOrigin,
        settings: { ...settings, primary },
      };
      await askInside(updateWidget, { organizationId, params, body: { data: changed } });
    }
    // Both are drafts until then.
    await askInside(publishAgent, { organizationId, params });
  }
  const change = { name: name ?? null, primary: primary ?? null };
  await keep(deps, row.id, change);
  return { ...row, ...change };
}

async function keep({ store }: TrialDeps, id: string, change: Partial<TrialRow>): Promise<void> {
  await store.db.updateTable("trials").set(change).where("id", "=", id).execute();
}
