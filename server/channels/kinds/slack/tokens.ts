import { channelKinds } from "../../../../shared/domain/channels.ts";
import type { Tx } from "../../../database/store.ts";
import { TryLater } from "../../../jobs/end.ts";
import type { NamedJobKind } from "../../../jobs/kinds.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import { writeState } from "../../connect.ts";
import type { ChannelDeps, ChannelKey } from "../../deps.ts";
import { findChannel, openInstall, sealInstall } from "../../open.ts";
import type { Install } from "../../open.ts";
import { createProviderFetch } from "../../request.ts";
import type { SlackAnswer } from "./api.ts";

/** A token lasts for 12 hours, and remains valid until then after a new one was given. */
const renewBeforeMs = 2 * 60 * 60_000;
const tryAgainMs = 60_000;
const renewingKind = "channels.renew.slack";
/** With these Slack refuses for good; it refuses with many others while it has problems of its own. */
const finalErrors = new Set([
  ...["invalid_refresh_token", "invalid_grant", "invalid_code", "invalid_client_id", "bad_client_secret"],
  ...["token_revoked", "account_inactive"],
]);

type Grant =
  | { grant_type: "authorization_code"; code: string; redirect_uri: string }
  | { grant_type: "refresh_token"; refresh_token: string };

export interface Granted {
  access: Omit<Install, "installedAt">;
  workspace: string;
  /** Whether it is for all workspaces of a company at once, which belong to different teams. */
  isCompanyWide: boolean;
}

type TokenDeps = Pick<ChannelDeps, "operatorFetch" | "channels" | "slackApp" | "now">;

/**
 * Asks Slack for access in a workspace, or to renew it. Throws a ChannelProblem. Nothing cuts it short: what renews access is
 * good once, so that an answer which nobody reads ends the installation.
 */
export async function askAccess(
  { operatorFetch, channels, slackApp, now }: TokenDeps,
  grant: Grant,
): Promise<Granted> {
  if (!slackApp)
    throw new ChannelProblem("later", "The settings of this installation’s Slack app are missing.");
  const ask = createProviderFetch(operatorFetch, channelKinds.slack.name);
  const { clientId, clientSecret } = slackApp;
  // Slack counts from before its answer is read.
  const askedAt = now();
  const response = await ask(`${channels.slack}/oauth.v2.access`, {
    ...{ method: "POST", signal: new AbortController().signal },
    body: new URLSearchParams(grant).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`,
    },
  });
  const answer = (await response.json().catch(() => ({}))) as SlackAnswer; // read field by field
  const { access_token: botToken, refresh_token: refreshToken, expires_in: seconds, team } = answer;
  if (answer.ok !== true || typeof botToken !== "string") {
    const error = answer.error ?? `status ${response.status}`;
    throw new ChannelProblem(
      finalErrors.has(error) ? "credentials" : "later",
      `Slack gave no access (${error.slice(0, 100)}). Add the app to Slack again.`,
    );
  }
  const { id: workspace } = (team ?? {}) as Record<string, unknown>; // read field by field
  return {
    access: {
      botToken,
      ...(typeof refreshToken === "string" && { refreshToken }),
      ...(typeof seconds === "number" && { expiresAt: askedAt + seconds * 1000 }),
    },
    workspace: typeof workspace === "string" ? workspace : "",
    isCompanyWide: answer["is_enterprise_install"] === true,
  };
}

/**
 * Puts the renewal of access into line, unless it lasts. Each installation has a job of its own: that of the one before may be
 * about to end.
 */
export async function queueRenewal(
  { jobs }: Pick<ChannelDeps, "jobs">,
  tx: Tx,
  { key, install }: { key: ChannelKey; install: Install },
): Promise<void> {
  const { organizationId, agentId } = key;
  const { installedAt, expiresAt } = install;
  if (expiresAt === undefined) return;
  await jobs.enqueue(tx, {
    ...{ organizationId, kind: renewingKind, key: `${agentId}:${installedAt}` },
    ...{ payload: { agentId, installedAt }, runAt: expiresAt - renewBeforeMs },
  });
}

/** Puts the renewal of all access into line that has none: a job that failed for good left it there. */
export async function renewAgain(deps: ChannelDeps): Promise<void> {
  const rows = await deps.store.db
    .selectFrom("channels")
    .selectAll()
    .where("type", "=", "slack")
    .where("install", "is not", null)
    .execute();
  for (const row of rows)
    try {
      const install = openInstall(deps.seal, row);
      if (install) await deps.store.transaction((tx) => queueRenewal(deps, tx, { key: row, install }));
    } catch (error) {
      deps.report(error);
    }
}

/** Makes the job that renews a workspace's access for as long as an agent has it. */
export function renewingJob(deps: ChannelDeps): NamedJobKind {
  const { store } = deps;
  return {
    kind: renewingKind,
    concurrency: 2,
    maxAttempts: 20,
    async handler(job) {
      const { agentId, installedAt } = JSON.parse(job.payload) as { agentId: string; installedAt: number }; // written by queueRenewal
      const key: ChannelKey = { organizationId: job.organizationId, agentId, type: "slack" };
      for (;;) {
        const row = await findChannel(store.db, key);
        const install = row ? openInstall(deps.seal, row) : null;
        if (!row || install?.installedAt !== installedAt) return;
        if (install.refreshToken === undefined || install.expiresAt === undefined) return;
        const at = install.expiresAt - renewBeforeMs;
        if (at > deps.now()) throw new TryLater({ at });
        // What is written below stays out if somebody added the app again meanwhile.
        const grant = { grant_type: "refresh_token", refresh_token: install.refreshToken } as const;
        const renewed = await askAccess(deps, grant).catch((error: unknown) => {
          if (!(error instanceof ChannelProblem)) throw error;
          if (error.kind !== "credentials") throw new TryLater(error.retryAfterMs ?? tryAgainMs);
          return error;
        });
        if (renewed instanceof ChannelProblem) {
          const { message: problem } = renewed;
          await store.transaction(async (tx) => {
            const now = await findChannel(tx, key, { locks: true });
            if (now?.install === row.install)
              await writeState(deps, tx, { ...key, change: { state: "broken", problem } });
          });
          return;
        }
        await store.db
          .updateTable("channels")
          .set({ install: sealInstall(deps.seal, key, { ...install, ...renewed.access }) })
          .where("organizationId", "=", key.organizationId)
          .where("agentId", "=", agentId)
          .where("type", "=", "slack")
          .where("install", "=", row.install)
          .execute();
      }
    },
  };
}
