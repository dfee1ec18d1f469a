import { createHmac, timingSafeEqual } from "node:crypto";
import { hookWaitsMs, maxHookBytes } from "../../../shared/domain/workflows/limits.ts";
import { workflowHookPath } from "../../../shared/domain/workflows/triggers.ts";
import type { Trigger } from "../../../shared/domain/workflows/triggers.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import type { Db } from "../../database/store.ts";
import { readBody } from "../../requests/body.ts";
import type { PageRoute } from "../../requests/page.ts";
import { hookPurpose } from "../calls.ts";
import type { WorkflowDeps } from "../deps.ts";
import { findPublished } from "../find.ts";
import { beginRun } from "../running/begin.ts";
import { watchRun } from "../running/watch.ts";
import type { WorkflowRow, WorkflowRunRow } from "../tables.ts";

type HookTrigger = Extract<Trigger, { kind: "webhook" }>;

/** How many callers wait for results in this process at once; the others are told only the run's ID. */
const mostWaiting = 200;

/** Where other programs start workflows. The run is stored before the answer: what was answered 202 is there. */
export function hookPage(deps: WorkflowDeps): PageRoute {
  const { store, limits, seal } = deps;
  let waiting = 0;
  return {
    path: workflowHookPath("{hookId}"),
    method: "POST",
    async handler({ request, params: { hookId = "" }, facts }) {
      const row = await findByHook(store.db, hookId);
      if (!row) throw new AppError("not_found");
      limits.take("eventByConnection", row.id);
      const body = Buffer.from(await readBody(request, { maxBytes: maxHookBytes }));
      const published = await findPublished(store.db, {
        organizationId: row.organizationId,
        workflowId: row.id,
      });
      if (published?.trigger.kind !== "webhook") throw new AppError("not_found");
      const secret = row.sealedSecret === null ? null : seal.unseal(row.sealedSecret, hookPurpose);
      const url = new URL(request.url);
      if (!isAllowed(published.trigger, { secret, body, url, headers: request.headers }))
        throw new AppError("signature_refused");
      const value = readValue(body, request.headers.get("content-type") ?? "");
      const { key: _key, wait, ...query } = Object.fromEntries(url.searchParams);
      const isWaited = wait === "1" && waiting < mostWaiting;
      if (isWaited) waiting += 1;
      const watched = isWaited ? watchRun(deps, { signal: facts.signal, withinMs: hookWaitsMs }) : null;
      try {
        const { run, isRepeated } = await store.transaction((tx) =>
          beginRun(deps, tx, {
            ...{ workflow: row, version: published.version, graph: published.graph },
            ...readHook(value, query),
            clientId: request.headers.get("idempotency-key")?.slice(0, 200) ?? null,
          }),
        );
        const ended = watched && (await watched.until(run, ({ endedAt }) => endedAt !== null));
        // Without a wait, the answer to a new run is its ID, even if it has ended.
        if (ended) return answer(ended);
        return isRepeated ? answer(run) : accepted(run.id);
      } finally {
        watched?.end();
        if (isWaited) waiting -= 1;
      }
    },
  };
}

function answer({ id: runId, state, result, error, endedAt }: WorkflowRunRow): Response {
  if (endedAt === null) return accepted(runId);
  const value: unknown = result === null ? null : JSON.parse(result);
  return Response.json({ runId, state, result: value, error });
}

function accepted(runId: string): Response {
  return Response.json({ runId, state: "running" }, { status: 202 });
}

function findByHook(db: Db, hookId: string): Promise<WorkflowRow | undefined> {
  return db.selectFrom("workflows").selectAll().where("hookId", "=", hookId).executeTakeFirst();
}

interface Call {
  secret: string | null;
  body: Buffer;
  url: URL;
  headers: Headers;
}

/** Whether a caller shows what the trigger asks for. Without a secret nobody does. */
function isAllowed({ auth, name }: HookTrigger, { secret, body, url, headers }: Call): boolean {
  if (auth === "none") return true;
  if (secret === null) return false;
  switch (auth) {
    case "key":
      return isSame(url.searchParams.get("key"), secret);
    case "basic":
      return isSame(
        headers.get("authorization"),
        `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}`,
      );
    case "header":
      return isSame(headers.get(name), secret);
    case "signature": {
      const expected = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
      return isSame(headers.get("x-signature") ?? headers.get("x-hub-signature-256"), expected);
    }
    default:
      return auth satisfies never;
  }
}

function isSame(given: string | null, expected: string): boolean {
  const [left, right] = [Buffer.from(given ?? ""), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** JSON, a form, or the text as it is. */
function readValue(body: Buffer, type: string): unknown {
  const text = body.toString("utf8").replaceAll("\u0000", "\ufffd");
  if (type.includes("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(text));
  try {
    return text.trim() === "" ? null : (JSON.parse(text) as unknown);
  } catch {
    if (type.includes("json")) throw new AppError("invalid_input", { message: "The body isn't valid JSON." });
    return text;
  }
}

/** What a run that a webhook starts begins with. */
export function readHook(body: unknown, query: Record<string, string>) {
  return { trigger: "webhook", input: toInput(body), about: { trigger: { body, query } } } as const;
}

function toInput(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}; // an object, asked for here
}
