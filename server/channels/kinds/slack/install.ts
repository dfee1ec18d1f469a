import { installChannel, returnFromSlack } from "../../../../shared/contract/channels/channels.ts";
import type { QueryOf } from "../../../../shared/contract/call.ts";
import { bySharedApp } from "../../../../shared/domain/channels.ts";
import { readSafePath } from "../../../../shared/domain/safePath.ts";
import { slackScopes } from "../../../../shared/domain/slackManifest.ts";
import { AppError } from "../../../../shared/errors/errors.ts";
import { refuseReturned, withQuery } from "../../../accounts/returned.ts";
import { createSocialAttempts } from "../../../accounts/socialAttempts.ts";
import { writeSavedBy } from "../../../agents/savedBy.ts";
import { isUniqueViolation } from "../../../database/faults.ts";
import type { Tx } from "../../../database/store.ts";
import { handle } from "../../../requests/handle.ts";
import type { RequestFacts, Route } from "../../../requests/handle.ts";
import { keyOf } from "../../calls.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import { changedChannel } from "../../deps.ts";
import type { ChannelDeps, ChannelKey } from "../../deps.ts";
import { findChannel, readFields, sealInstall } from "../../open.ts";
import type { Install } from "../../open.ts";
import { nameOf } from "../../poll.ts";
import { connectSaved, saveChannel } from "../../saveChannel.ts";
import type { ChannelKinds } from "../kinds.ts";
import { askAccess, queueRenewal } from "./tokens.ts";
import type { Granted } from "./tokens.ts";

/** Marks an attempt as one of these: other capabilities send people to providers, too. */
const purpose = "slack";

/** The calls by which somebody adds this installation's app to their Slack workspace. */
export function installRoutes(deps: ChannelDeps, kinds: ChannelKinds): Route[] {
  const { store, seal, slackApp, now, lookOrigin, report } = deps;
  const attempts = createSocialAttempts({ db: store.db, seal, now });

  return [
    handle(installChannel, async ({ caller, params, body, request }) => {
      const key = await keyOf(deps, caller, params);
      if (key.type !== "slack" || !slackApp)
        throw new AppError("conflict", { message: "This installation has no app for this channel." });
      // No header of a request decides where Slack sends people back.
      const origin = await lookOrigin();
      if (origin === null)
        throw new AppError("conflict", { message: "Set PUBLIC_URL to an https address first." });
      const redirectUri = `${origin}/api/${returnFromSlack.family}${returnFromSlack.path}`;
      const { sessionId, userId, name, organizationId } = caller;
      const state = await attempts.put(request, "connecting", {
        ...{ sessionId, userId, codeVerifier: "" },
        state: {
          ...{ purpose, organizationId, agentId: key.agentId, redirectUri, name },
          returnTo: readSafePath(body.data.returnTo, new URL(origin).origin) ?? "/",
        },
      });
      const url = new URL("/oauth/v2/authorize", deps.channels.slack);
      const asked = { client_id: slackApp.clientId, scope: slackScopes.join(","), redirect_uri: redirectUri };
      for (const [name, value] of Object.entries({ ...asked, state })) url.searchParams.set(name, value);
      return { data: { url: url.href } };
    }),

    handle(returnFromSlack, ({ query, request }) => comeBack(query, request)),
  ];

  async function comeBack(
    query: QueryOf<typeof returnFromSlack>,
    request: RequestFacts,
  ): Promise<{ location: string }> {
    const taken = await attempts.take(request, "connecting", query.state ?? "");
    const { sessionId, userId, state } = taken;
    const { organizationId = "", agentId = "", redirectUri = "", name = "", returnTo = "/" } = state;
    if (state["purpose"] !== purpose) throw new AppError("provider_expired");
    try {
      await refuseReturned(deps, { sessionId, userId, organizationId }, "surfaces.update");
      // A person who declines returns without a code.
      if (!query.code) throw new AppError("provider_cancelled");
      const key = await keyOf(deps, { organizationId }, { productId: agentId, surfaceType: "slack" });
      const grant = {
        grant_type: "authorization_code",
        code: query.code,
        redirect_uri: redirectUri,
      } as const;
      const granted = await askAccess(deps, grant);
      await keepInstall(key, { granted, savedBy: writeSavedBy({ userId, name }, now()) });
      const { address, requestId } = request;
      await deps.record({
        ...{ organizationId, userId, action: "Added an agent to Slack", outcome: "done" },
        ...{ targets: { productId: agentId, surfaceType: "slack" }, address, requestId },
      });
      return { location: withQuery(returnTo, { installed: "slack" }) };
    } catch (error) {
      return { location: withQuery(returnTo, { connectError: nameFault(error) }) };
    }
  }

  async function keepInstall(
    key: ChannelKey,
    { granted, savedBy }: { granted: Granted; savedBy: string },
  ): Promise<void> {
    const { access, workspace, isCompanyWide } = granted;
    // Its events would belong to several agents.
    if (isCompanyWide || workspace === "") throw new AppError("surface_refused");
    const kind = kinds[key.type];
    const install: Install = { ...access, installedAt: now() };
    const storing = store.transaction(async (tx) => {
      await refuseTaken(tx, { key, workspace });
      const before = await findChannel(tx, key);
      await queueRenewal(deps, tx, { key, install });
      return saveChannel(deps, tx, {
        ...{ key, kind, savedBy, revision: before?.revision ?? 0, enabled: true, secrets: {} },
        settings: { ...(before && readFields(before.settings)), [bySharedApp.field]: bySharedApp.is },
        installed: { install: sealInstall(seal, key, install), installedIn: workspace },
      });
    });
    const saved = await storing.catch((error: unknown) => {
      // Another agent was added to the workspace at the same moment.
      throw isUniqueViolation(error) ? new AppError("name_taken") : error;
    });
    await connectSaved(deps, kind, saved);
    deps.bus.publish(changedChannel, nameOf(key));
  }

  function nameFault(error: unknown): string {
    if (error instanceof AppError) return error.code;
    if (!(error instanceof ChannelProblem)) report(error);
    return "provider_failed";
  }
}

/** Slack sends what happens in a workspace once for all, so that one agent answers there. */
async function refuseTaken(
  tx: Tx,
  { key, workspace }: { key: ChannelKey; workspace: string },
): Promise<void> {
  const other = await tx
    .selectFrom("channels")
    .select(["organizationId", "agentId"])
    .where("installedIn", "=", workspace)
    .executeTakeFirst();
  if (other && (other.organizationId !== key.organizationId || other.agentId !== key.agentId))
    throw new AppError("name_taken");
}
