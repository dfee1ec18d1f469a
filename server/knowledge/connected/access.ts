import type { Secrets } from "../../database/secrets.ts";
import type { Store } from "../../database/store.ts";
import type { Egress } from "../../egress/egress.ts";
import { EgressError, isPassing } from "../../egress/EgressError.ts";
import type { EgressAnswer } from "../../egress/EgressRequest.ts";
import { readRetryAfter } from "../crawl/ask.ts";
import { systemClock, type Clock } from "../crawl/clock.ts";
import { findConnection, openTokens, sealTokens } from "./connections.ts";
import { AccessLost, ProviderFault } from "./faults.ts";
import type { Provider, Tokens, Access, ProviderRequest } from "./provider.ts";
import type { ConnectionRow } from "./tables.ts";
import { askTokens, readObject } from "./tokens.ts";

export interface AccessDeps {
  store: Store;
  egress: Egress;
  seal: Pick<Secrets, "seal" | "unseal">;
  now: () => number;
  clock?: Clock;
}

const timeoutMs = 60_000;
const largestJson = 10_000_000;
const mostTries = 5;
const firstPauseMs = 500;
const longestWaitMs = 2 * 60 * 1000;
/** How long before its end it is renewed, so that no request is on its way with one that has just ended. */
const renewAheadMs = 60_000;

interface Opened {
  provider: Provider;
  row: ConnectionRow;
  signal?: AbortSignal | undefined;
}

/** Opens the access of a connection. What is renewed is kept, and one that the provider refuses is marked as expired. */
export function openAccess(deps: AccessDeps, { provider, row, signal }: Opened): Access {
  const { store, egress, seal, now } = deps;
  const key = { organizationId: row.organizationId, connectionId: row.id };
  let tokens = row.state === "connected" ? openTokens(seal, row, provider) : null;

  async function markLost(): Promise<never> {
    await change({ state: "expired" });
    tokens = null;
    throw lost(provider);
  }

  async function change(set: Partial<ConnectionRow>): Promise<void> {
    await store.db
      .updateTable("connections")
      .set({ ...set, updatedAt: now() })
      .where("organizationId", "=", key.organizationId)
      .where("id", "=", key.connectionId)
      .execute();
  }

  /** Several requests may find at once that it has ended: one of them renews it, and the others wait for that. */
  let renewing: Promise<Tokens> | null = null;
  function renewOnce(old: Tokens): Promise<Tokens> {
    renewing ??= renew(old).finally(() => (renewing = null));
    return renewing;
  }

  /** Another run may have renewed it meanwhile: what it got counts, for some providers take each refresh token once. */
  async function renew(old: Tokens): Promise<Tokens> {
    const there = await readAnew();
    if (there && there.accessToken !== old.accessToken) return (tokens = there);
    if (old.refreshToken === null || !provider.client) return markLost();
    try {
      const grant = { grant_type: "refresh_token", refresh_token: old.refreshToken } as const;
      tokens = await askTokens({ egress, provider, client: provider.client, now: now() }, grant);
    } catch (error) {
      if (!(error instanceof AccessLost)) throw error;
      const since = await readAnew();
      if (since && since.refreshToken !== old.refreshToken) return (tokens = since);
      return markLost();
    }
    await change({ sealedAccess: sealTokens(seal, key, { provider, tokens }) });
    return tokens;
  }

  async function readAnew(): Promise<Tokens | null> {
    const there = await findConnection(store.db, key);
    return there ? openTokens(seal, there, provider) : null;
  }

  return {
    async ask(path, request = {}) {
      if (!tokens) throw lost(provider);
      const isOld = tokens.expiresAt !== null && tokens.expiresAt - renewAheadMs < now();
      let used: Tokens = isOld && tokens.refreshToken !== null ? await renewOnce(tokens) : tokens;
      let answer = await send(path, request, used);
      if (answer.status === 401) {
        used = await renewOnce(used);
        answer = await send(path, request, used);
        if (answer.status === 401) return markLost();
      }
      if (answer.status >= 200 && answer.status < 300) return answer;
      throw explain(provider, answer);
    },
    async read(path, request) {
      return readObject((await this.ask(path, request)).body);
    },
  };

  async function send(path: string, request: ProviderRequest, used: Tokens): Promise<EgressAnswer> {
    return askPatiently(deps, { ...{ provider, path, request, signal }, accessToken: used.accessToken });
  }
}

interface Sending {
  provider: Provider;
  path: string;
  request: ProviderRequest;
  accessToken: string;
  signal?: AbortSignal | undefined;
}

/** Asks again what the provider puts off, after the time that it names or a growing one. */
async function askPatiently(
  { egress, clock = systemClock }: Pick<AccessDeps, "egress" | "clock">,
  { provider, path, request, accessToken, signal }: Sending,
): Promise<EgressAnswer> {
  const { query = {}, body, maxBytes = largestJson } = request;
  const search = new URLSearchParams(query).toString();
  const url = `${provider.apiUrl}${path}${search && `?${search}`}`;
  for (let tries = 1; ; tries += 1) {
    signal?.throwIfAborted();
    const answer = await egress
      .fetch(url, {
        method: body ? "POST" : "GET",
        headers: {
          ...provider.headers,
          authorization: `Bearer ${accessToken}`,
          accept: "*/*",
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        ...{ maxBytes, timeoutMs, onRedirect: () => false },
      })
      .catch((error: unknown) => {
        signal?.throwIfAborted();
        if (tries < mostTries && error instanceof EgressError && isPassing(error)) return null;
        throw error;
      });
    if (answer && !isPutOff(answer)) return answer;
    const waitMs = (answer && readRetryAfter(answer, clock.now())) ?? firstPauseMs * 2 ** (tries - 1);
    if (tries === mostTries || waitMs > longestWaitMs) {
      throw new ProviderFault(`${provider.label} asks us to come back later. Sync again in a while.`, {
        status: 429,
      });
    }
    await clock.sleep(waitMs, signal);
  }
}

/** Google says "too fast" with 403 too, and tells it by the reason alone. */
function isPutOff(answer: EgressAnswer): boolean {
  if (answer.status === 429 || answer.status >= 500) return true;
  return answer.status === 403 && /RateLimitExceeded$/i.test(findCode(answer));
}

function explain(provider: Provider, answer: EgressAnswer): ProviderFault {
  const { status } = answer;
  const code = findCode(answer);
  const message =
    code === "accessNotConfigured"
      ? `The API of ${provider.label} is not switched on for this server. An administrator has to do that at Google.`
      : status === 404
        ? `It is not in ${provider.label} any more, or not for this account.`
        : status === 403
          ? `${provider.label} does not let this account read it.`
          : `${provider.label} did not answer as it should (${status}).`;
  return new ProviderFault(message, { status, code });
}

/** Google names the reason deep down, Notion at the top. */
function findCode({ body }: EgressAnswer): string {
  const said = readObject(body);
  if (typeof said["code"] === "string") return said["code"];
  const { errors } = (said["error"] ?? {}) as { errors?: { reason?: unknown }[] }; // read with care
  const reason = Array.isArray(errors) ? errors[0]?.reason : undefined;
  return typeof reason === "string" ? reason : "";
}

function lost({ label }: Provider): AccessLost {
  return new AccessLost(`${label} no longer accepts our access. Connect again; what was read stays.`);
}
