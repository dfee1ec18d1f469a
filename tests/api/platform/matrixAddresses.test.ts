import { toJsonSchema } from "@valibot/to-json-schema";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyCall } from "../../../shared/contract/call.ts";
import type { Actor, TestInput } from "../../kit/client.ts";
import { websiteConfig } from "../../kit/knowledge/knowledge.ts";
import { ask } from "../../kit/safety/matrix/ask.ts";
import { openMatrix } from "../../kit/safety/matrix/openMatrix.ts";
import type { Matrix } from "../../kit/safety/matrix/openMatrix.ts";
import { nameOf, rows } from "../../kit/safety/matrix/rows.ts";
import { stores } from "../../kit/database/stores.ts";
import { startWebServer, type WebServer } from "../../kit/network/webServer.ts";

/** What a JSON schema says of what is inside. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

/** A field of a call that takes an address. */
interface AddressField {
  call: AnyCall;
  part: "body" | "query";
  path: string[];
}

/** Who is asked by their own API only: of a pasted link it takes the id that stands in it. */
const names = /^(?:.*url|urls|uri|endpoint|link|href|webhook|callback|avatar)$/i;

describe.each(stores())("addresses in calls, on $name", (store) => {
  let matrix: Matrix;
  let canary: WebServer;
  beforeAll(async () => {
    matrix = await openMatrix(store);
    canary = await startWebServer((_, response) => response.end("secret"));
  });
  afterAll(() => canary?.stop());

  it("A7: never lead into the server's network, in any field of the contract", async () => {
    const { server, given, calls, ours } = matrix;
    const fields = calls.flatMap(listFields);
    const found = fields.map(({ call, path }) => `${nameOf(call)} ${path.join(".")}`);
    // The list comes from the schema; these show that it finds what it should.
    for (const path of ["url", "urls", "baseUrl", "endpoint", "consentUrl"])
      expect(
        found.filter((name) => name.endsWith(`.${path}`)),
        path,
      ).not.toEqual([]);
    for (const field of fields) {
      for (const address of [`${canary.origin}/feed.xml`, `https://localhost:${canary.port}/x`]) {
        await ask(server, {
          ...{ call: field.call, row: rows[nameOf(field.call)] ?? {}, given },
          actor: actorOf(field.call),
          change: (input) => putInto(input, field, address),
        });
      }
    }
    await expect.poll(() => readBusy(ours.ids.orgId), { interval: 100 }).toEqual([]);
    expect(canary.hits).toEqual([]);
  });

  const actorOf = ({ who }: AnyCall): Actor => matrix.ours.callers[who === "visitor" ? "visitor" : "owner"];

  const readBusy = (organizationId: string) =>
    matrix.server.store.db
      .selectFrom("jobs")
      .select(["kind", "id"])
      .where("organizationId", "=", organizationId)
      .where("state", "in", ["queued", "running"])
      .where("runAt", "<=", matrix.server.clock.now())
      .execute();
});

function listFields(call: AnyCall): AddressField[] {
  return (["body", "query"] as const).flatMap((part) => {
    const schema = call[part];
    if (!schema) return [];
    const read = toJsonSchema(schema, { errorMode: "ignore", typeMode: "input" }) as Schema; // what it writes
    const paths = new Map(listPaths(read).map((path) => [path.join("."), path]));
    return [...paths.values()].map((path) => ({ call, part, path }));
  });
}

function listPaths({ properties = {}, items, anyOf = [], oneOf = [], allOf = [] }: Schema): string[][] {
  const own = Object.entries(properties).flatMap(([name, inner]) => [
    ...(names.test(name) && takesText(inner) ? [[name]] : []),
    ...listPaths(inner).map((path) => [name, ...path]),
  ]);
  return [...own, ...[...(items ? [items] : []), ...anyOf, ...oneOf, ...allOf].flatMap(listPaths)];
}

function takesText({ type, items, anyOf = [] }: Schema): boolean {
  return type === "string" || items?.type === "string" || anyOf.some(takesText);
}

/** Puts an address into the field of a right input; a data source becomes one of the kind that has the field. */
function putInto(
  input: TestInput<AnyCall>,
  { part, path }: AddressField,
  address: string,
): TestInput<AnyCall> {
  const whole = structuredClone(input) as Record<string, unknown>;
  let place = (whole[part] ??= {}) as Record<string, unknown>;
  for (const name of path.slice(0, -1)) {
    if (name === "config")
      place[name] = path.at(-1) === "urls" ? websiteConfig(address) : { kind: "feed", url: address };
    const inner = place[name];
    place = (Array.isArray(inner) ? (inner[0] ??= {}) : (place[name] ??= {})) as Record<string, unknown>;
  }
  const last = path.at(-1) ?? "";
  place[last] = last === "urls" ? [address] : address;
  return whole as TestInput<AnyCall>;
}
