import {
  checkPredefinedDomain,
  getHostedWeb,
  updateHostedWeb,
  type HostedWebSettings,
} from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { findAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import { readConfiguration } from "../agents/present.ts";
import { completeStep } from "../agents/setupGuide/steps.ts";
import type { Db, Store, Tx } from "../database/store.ts";
import { handle, type MemberCaller, type Route } from "../requests/handle.ts";
import { readImageType } from "../storage/imageType.ts";
import type { Storage } from "../storage/storage.ts";
import {
  findHostedPage,
  findHostedPageBySlug,
  hostOf,
  presentHostedWeb,
  saveHostedPage,
} from "./hostedWeb.ts";

export interface HostedDeps {
  store: Store;
  now: () => number;
  openFile: Storage["openFile"];
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
}

/** The team's calls on an agent's page. */
export function hostedRoutes({ store, now, openFile, announce }: HostedDeps): Route[] {
  return [
    handle(getHostedWeb, async ({ caller, params, request }) => {
      const { key, name } = await findNamed(store.db, caller, params);
      return { data: presentHostedWeb(await findHostedPage(store.db, key), name, await hostOf(request)) };
    }),

    handle(updateHostedWeb, async ({ caller, params, body, request }) => {
      const { key, name } = await findNamed(store.db, caller, params);
      await checkImages(openFile, key.organizationId, body.data.settings);
      const row = await store.transaction(async (tx) => {
        const saved = await saveHostedPage(tx, key, { ...body.data, by: caller, now: now() });
        if (saved.enabled === 1) await completeStep(tx, key, "surfaces");
        await announce(tx, key);
        return saved;
      });
      return { data: presentHostedWeb(row, name, await hostOf(request)) };
    }),

    handle(checkPredefinedDomain, async ({ caller, params, body }) => {
      const { key } = await findNamed(store.db, caller, params);
      const holder = await findHostedPageBySlug(store.db, body.data.slug);
      return { data: { isAvailable: !holder || holder.agentId === key.agentId } };
    }),
  ];
}

/** The caller's agent of the path, with its name. */
export async function findNamed(
  db: Db,
  { organizationId }: MemberCaller,
  { productId }: { productId: string },
) {
  const agent = await findAgent(db, { organizationId, agentId: productId });
  return { key: { organizationId, agentId: agent.id }, name: readConfiguration(agent.configuration).name };
}

/** Everybody who opens the page gets these files, so they must be images, by their bytes and not by their names. */
async function checkImages(
  openFile: Storage["openFile"],
  organizationId: string,
  { imageFileId, iconFileId }: HostedWebSettings,
): Promise<void> {
  for (const [field, fileId] of Object.entries({ imageFileId, iconFileId })) {
    if (fileId === null) continue;
    const file = await openFile(organizationId, fileId);
    if (await readImageType(file)) continue;
    const message = "Choose a PNG, JPEG, WebP or GIF image.";
    throw new AppError("invalid_input", {
      fields: [{ path: `body.data.settings.${field}`, message }],
    });
  }
}
