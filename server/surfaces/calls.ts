import { isDeepStrictEqual } from "node:util";
import {
  createPreviewTicket,
  getPublicConfiguration,
  getWidget,
  listSurfaces,
  updateWidget,
} from "../../shared/contract/surfaces/surfaces.ts";
import { AppError } from "../../shared/errors/errors.ts";
import { launcherIcons } from "../../shared/frame/launcherIcons.ts";
import { framePermissions } from "../../shared/frame/permissions.ts";
import { launcherWordsIn } from "../../shared/words/launcher.ts";
import { findAgent } from "../agents/find.ts";
import type { AgentKey } from "../agents/parts.ts";
import { readConfiguration } from "../agents/present.ts";
import { writeSavedBy } from "../agents/savedBy.ts";
import { completeStep } from "../agents/setupGuide/steps.ts";
import { markDraftChanged } from "../agents/work.ts";
import type { Store, Tx } from "../database/store.ts";
import { languages } from "../languages/languages.ts";
import { handle, type Route } from "../requests/handle.ts";
import { checkOpen, checkPlan, findByToken, findSurface } from "./find.ts";
import type { HasPlan } from "./find.ts";
import { findHostedPage, findHostedPath, hostOf, presentHostedWeb } from "./hostedWeb.ts";
import { askingOrigin } from "./origins.ts";
import { presentPublic, presentSurface, readSettings, settingsOf, withoutFrameOnly } from "./present.ts";
import { rulesIn } from "./proactive.ts";
import type { Takes } from "./present.ts";
import type { LastSeen } from "./lastSeen.ts";
import type { Tickets } from "./tickets.ts";
import { visitorLanguage } from "./visitorLanguage.ts";

export interface SurfaceDeps {
  store: Store;
  now: () => number;
  tickets: Tickets;
  lastSeen: LastSeen;
  announce: (tx: Tx, agent: AgentKey) => Promise<void>;
  takes: Takes;
  hasPlan: HasPlan;
}

/** The calls on surfaces: the team's on their settings, the public ones that a frame and a loader make. */
export function surfaceRoutes(deps: SurfaceDeps): Route[] {
  const { store, now, tickets, lastSeen, announce, takes, hasPlan } = deps;

  return [
    handle(listSurfaces, async ({ caller, params, request }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const agent = await findAgent(store.db, key);
      const rows = await store.db
        .selectFrom("surfaces")
        .selectAll()
        .where("organizationId", "=", key.organizationId)
        .where("agentId", "=", key.agentId)
        .execute();
      const hosted = await findHostedPage(store.db, key);
      const page = presentHostedWeb(
        hosted,
        readConfiguration(agent.configuration).name,
        await hostOf(request),
      );
      return { items: [...rows.map(presentSurface), page] };
    }),

    handle(getWidget, async ({ caller, params }) => {
      const { organizationId } = caller;
      const row = await findSurface(store.db, {
        organizationId,
        agentId: params.productId,
        type: "widget",
      });
      return { data: presentSurface(row) };
    }),

    handle(updateWidget, async ({ caller, params, body }) => {
      const key = { organizationId: caller.organizationId, agentId: params.productId };
      const { revision, enabled, allowedDomains, allowsNullOrigin, settings } = body.data;
      const row = await store.transaction(async (tx) => {
        const before = await findSurface(tx, { ...key, type: "widget" });
        const at = now();
        const changed = await tx
          .updateTable("surfaces")
          .set({
            enabled: enabled ? 1 : 0,
            allowsNullOrigin: allowsNullOrigin ? 1 : 0,
            allowedDomains: JSON.stringify(allowedDomains),
            settings: JSON.stringify(settings),
            revision: revision + 1,
            savedBy: writeSavedBy(caller, at),
            updatedAt: at,
          })
          .where("organizationId", "=", key.organizationId)
          .where("agentId", "=", key.agentId)
          .where("type", "=", before.type)
          .where("revision", "=", revision)
          .returningAll()
          .executeTakeFirst();
        if (!changed) throw new AppError("conflict");
        if (!isDeepStrictEqual(readSettings(before.settings), settings)) {
          await completeStep(tx, key, "appearance");
          await markDraftChanged(tx, key, at);
        }
        await announce(tx, key);
        return changed;
      });
      return { data: presentSurface(row) };
    }),

    handle(createPreviewTicket, async ({ caller, params, request }) => {
      const { organizationId } = caller;
      const row = await findSurface(store.db, {
        organizationId,
        agentId: params.productId,
        type: "widget",
      });
      const { agentId, type: surfaceType } = row;
      return {
        data: tickets.make({
          organizationId,
          agentId,
          surfaceType,
          origin: request.reachedOrigin,
          preview: true,
        }),
      };
    }),

    handle(getPublicConfiguration, async ({ query, request }) => {
      // Without an origin it is no browser, or our own page: there is nothing to protect it from.
      const origin = askingOrigin(request.headers);
      request.setHeader("Vary", "Origin, Accept-Language");
      // An error names no secret, and the loader must be able to read which one it is.
      const said = request.headers.get("origin");
      if (said) request.setHeader("Access-Control-Allow-Origin", said);
      const { row, agent } = await findByToken(store.db, query.token);
      checkOpen({ row, agent, origin: origin === request.reachedOrigin ? null : origin });
      await checkPlan(hasPlan, row);
      await lastSeen.note(row, origin ?? request.reachedOrigin);
      const path = await findHostedPath(store.db, row);
      const shown = await presentPublic(agent, { row, takes, surfaceType: "widget", now: now() });
      const language = visitorLanguage({
        chosen: shown.settings.language,
        page: query.locale,
        accepted: request.headers.get("accept-language"),
        agent: shown.language,
      });
      const launcherWords = launcherWordsIn(language, shown.settings.words);
      const launcherPath = launcherIcons[shown.settings.launcherIcon];
      const ownOrigin = await request.lookOrigin();
      const hostedUrl = path && ownOrigin && ownOrigin + path;
      const { hideSuggestion: dismissLabel, hideMessage, move } = languages[language].besideLauncher;
      const answer = {
        ...{ ...shown, settings: withoutFrameOnly(shown.settings) },
        ...{ launcherWords, launcherPath, hostedUrl, dismissLabel, allow: framePermissions },
      };
      const { outsideHours, minimisedSuggestions, isMovable } = shown.settings;
      if (shown.team.isAway && outsideHours === "hide")
        return { ...answer, settings: { ...answer.settings, launcher: false as const } };
      const proactive = rulesIn(settingsOf(agent, row).proactive, { language, now: now() });
      return {
        ...answer,
        ...(isMovable && { moveLabel: move }),
        ...(proactive.length > 0 && { proactive, hideMessageLabel: hideMessage }),
        ...((isMovable || proactive.length + minimisedSuggestions.length > 0) && {
          speaksFirst: true as const,
        }),
      };
    }),
  ];
}
