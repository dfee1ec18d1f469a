import type { AnyCall } from "../../../../shared/contract/call.ts";
import { nextAddress } from "../../client.ts";
import type { Actor, TestInput } from "../../client.ts";
import type { TestServer } from "../../server.ts";
import type { Given, Row } from "./rows.ts";
import { nameOf } from "./rows.ts";
import { isSourceIdName, sharedName } from "./world.ts";
import type { IdName, Ids } from "./world.ts";

/** An answer without what differs by itself. */
export interface Answer {
  status: number;
  code: string | undefined;
  /** The body as it came; of a stream nothing, unless it was asked for to its end. */
  text: string;
  /** The body without the id of the request. */
  body: unknown;
}

export interface Asking {
  call: AnyCall;
  actor: Actor;
  row: Row;
  given: Given;
  /** Changes the right input before it is sent. */
  change?: (input: TestInput<AnyCall>) => TestInput<AnyCall>;
  /** A stream is read to its end. */
  isWhole?: boolean;
}

/**
 * Makes a call with its row's input. Each comes from an address of its own and a little later than the last, so that it
 * is the rights that answer and never a limit.
 */
export async function ask(server: TestServer, asking: Asking): Promise<Answer> {
  const { call, actor, row, given, change, isWhole = false } = asking;
  server.clock.advance(call.limit ? 4000 : 60);
  const right = {
    params: pathIds(call, given.ids),
    ...(row.query && { query: row.query(given) }),
    ...(row.body && { body: row.body(given) }),
  } as TestInput<AnyCall>; // rows are written for the calls that they stand beside
  const response = await server
    .as({ ...actor, address: nextAddress() })
    .send(call, change ? change(right) : right);
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") ?? false;
  const isCut = isStream && !isWhole;
  if (isCut) await response.body?.cancel();
  const text = isCut ? "" : await response.text();
  const json = /^application\/json/.test(response.headers.get("content-type") ?? "")
    ? JSON.parse(text)
    : text;
  const body = structuredClone(json);
  if (body?.error) delete body.error.requestId;
  return { status: response.status, code: json?.error?.code, text, body };
}

/** What stands in a path and is nobody's own. */
const fixed: Record<string, string> = {
  ...{ setupGuideType: "appearance", provider: "notion", surfaceType: "widget", systemSkillId: "callback" },
  uuid: "00000000-0000-4000-8000-000000000000",
};

/** What stands in the path: there the two kinds of keys have one name, two kinds of sources, and sources of two owners. */
function pathIds(call: AnyCall, ids: Ids): Record<string, string> {
  // The chat widget has calls of its own, by its name.
  const channel: Record<string, string> = call.path.includes("/surfaces/{surfaceType}")
    ? { surfaceType: "telegram" }
    : {};
  const words = { ...fixed, ...channel };
  return Object.fromEntries(namesInPath(call).map((name) => [name, words[name] ?? ids[idNamed(call, name)]]));
}

/** Which id a call means by a name in its path. */
export function idNamed({ family, path }: AnyCall, name: string): IdName {
  if (name === "keyId") return family === "account" ? "modelKeyId" : "apiKeyId";
  const ofWorkflow = family === "workflow" ? workflowNames[name] : undefined;
  if (ofWorkflow) return ofWorkflow;
  const isPushed = name === "datasourceId" && path.includes("{datasourceId}/documents");
  const own = isPushed ? "documentSourceId" : (name as IdName); // names of the world
  const isShared =
    path.includes("/datasources/shared/") || (family === "account" && /\/datasources\b/.test(path));
  return isShared && isSourceIdName(own) ? sharedName(own) : own;
}

/** Runs, steps and versions of workflows have names that others have elsewhere. */
const workflowNames: Record<string, IdName> = {
  runId: "workflowRunId",
  stepId: "workflowStepId",
  version: "workflowVersion",
};

function namesInPath({ path }: AnyCall): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
}

/** The ids that a call is made with, by path, query or body. */
export function idsOf(call: AnyCall, row: Row, given: Given): IdName[] {
  const read = new Set<IdName>();
  const ids = new Proxy(given.ids, {
    get(all, name) {
      if (typeof name === "string" && Object.hasOwn(all, name)) read.add(name as IdName); // an own key of Ids
      return Reflect.get(all, name);
    },
  });
  pathIds(call, ids);
  row.query?.({ ...given, ids });
  row.body?.({ ...given, ids });
  return [...read];
}

/** The rows of an organization by table, each as a text. */
export type Rows = Record<string, string[]>;

/** What jobs write whenever they are due, whoever asks: counts in another form, and how far a follower has read. */
const writesItself = /^(figure[A-Z]|liveFollowers$)/;

/** Every row of an organization in every table, to be compared with itself later. */
export async function dumpRows({ store }: TestServer, organizationId: string): Promise<Rows> {
  const tables = await store.db.introspection.getTables();
  const dump: Rows = {};
  for (const { name, columns, isView } of tables) {
    if (isView || writesItself.test(name) || !columns.some((column) => column.name === "organizationId"))
      continue;
    const rows = await store.db
      .selectFrom(name as "members") // every table that has the column
      .selectAll()
      .where("organizationId", "=", organizationId)
      .execute();
    dump[name] = rows.map((row) => JSON.stringify(row, withoutVisits)).toSorted();
  }
  return dump;
}

/** Throws where a row of an organization came, went or changed since, and names it. */
export async function expectSameRows(
  server: TestServer,
  organizationId: string,
  before: Rows,
): Promise<void> {
  const after = await dumpRows(server, organizationId);
  const changes = Object.entries(after).flatMap(([table, rows]) => {
    const were = before[table] ?? [];
    const gone = were.filter((row) => !rows.includes(row)).map((row) => `- ${table} ${row}`);
    return [...gone, ...rows.filter((row) => !were.includes(row)).map((row) => `+ ${table} ${row}`)];
  });
  if (changes.length > 0) throw new Error(`Rows were written:\n${changes.join("\n")}`);
}

/** Whoever asks was seen, and stays signed in for longer: that is no change of theirs. */
function withoutVisits(name: string, value: unknown): unknown {
  return ["lastSeenAt", "lastUsedAt", "lastUsedAddress", "expiresAt"].includes(name) ? undefined : value;
}

/** Says for a failed comparison which call it was and what was changed. */
export function describeCell(who: string, call: AnyCall, what = ""): string {
  return `${who}: ${nameOf(call)} ${what}`.trim();
}
