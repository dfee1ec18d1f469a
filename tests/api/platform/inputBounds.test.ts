import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyCall } from "../../../shared/contract/call.ts";
import { getVersion } from "../../../shared/contract/agents/versions.ts";
import type { TestInput } from "../../kit/client.ts";
import { ask } from "../../kit/safety/matrix/ask.ts";
import { openMatrix } from "../../kit/safety/matrix/openMatrix.ts";
import type { Matrix } from "../../kit/safety/matrix/openMatrix.ts";
import { nameOf, rows } from "../../kit/safety/matrix/rows.ts";
import { listNumberPlaces } from "../../kit/safety/numberPlaces.ts";
import type { NumberPlace } from "../../kit/safety/numberPlaces.ts";
import { startTestServer } from "../../kit/server.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { sampled } from "../../kit/sampled.ts";

type Loose = TestInput<AnyCall> & { params: Record<string, string>; query?: object; body?: unknown };

// Hundreds of requests, of which a busy machine makes few at once.
describe.each(bothStores())("a number in a request, on $name", (store) => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await openMatrix(store);
  });

  const send = ({ call, change }: { call: AnyCall; change: (input: Loose) => Loose }) => {
    const { server, given, ours } = matrix;
    const actor = ours.callers[call.who === "visitor" ? "visitor" : "owner"];
    const loosely = change as (input: TestInput<AnyCall>) => TestInput<AnyCall>; // a call's right input, whatever its type
    return ask(server, { call, row: rows[nameOf(call)] ?? {}, actor, given, change: loosely });
  };

  it("is an integer between two bounds, unless it is the sender's own value", () => {
    const endless = matrix.server.app.routes.flatMap(({ call }) =>
      [call.query, call.body].flatMap((schema) =>
        (schema ? listNumberPlaces(schema) : [])
          .filter((place) => !isBounded(place) && !isOwn(place))
          .map(({ path }) => [nameOf(call), ...path].join(" ")),
      ),
    );
    expect(endless).toEqual([]);
  });

  it("is stored or refused at either bound, and breaks nothing", async () => {
    const broken: string[] = [];
    for (const call of sampled(matrix.calls, { name: "numbers at their bounds", count: 60 })) {
      for (const place of call.query ? listNumberPlaces(call.query) : []) {
        const name = place.path[0] ?? "";
        for (const value of endsOf(place)) {
          const change = (input: Loose) => ({ ...input, query: { ...input.query, [name]: String(value) } });
          const { status } = await send({ call, change });
          if (status >= 500) broken.push(`${nameOf(call)} ${name} ${value}`);
        }
      }
      for (const place of call.body ? listNumberPlaces(call.body) : []) {
        for (const value of endsOf(place)) {
          const change = (input: Loose) => ({ ...input, body: putAt(input.body, place.path, value) });
          const { status } = await send({ call, change });
          if (status >= 500) broken.push(`${nameOf(call)} ${place.path.join(".")} ${value}`);
        }
      }
    }
    expect(broken).toEqual([]);
  });

  it("finds nothing in the place of an id or of a version", async () => {
    const broken: string[] = [];
    const reads = matrix.calls.filter(({ method, events }) => method === "GET" && !events);
    for (const call of sampled(reads, { name: "numbers as ids", count: 25 })) {
      for (const [, name = ""] of call.path.matchAll(/\{(\w+)\}/g)) {
        for (const value of ["2147483648", "9".repeat(20), "1.5", "-1", "NaN"]) {
          const change = (input: Loose) => ({ ...input, params: { ...input.params, [name]: value } });
          const { status } = await send({ call, change });
          if (status < 400 || status >= 500) broken.push(`${nameOf(call)} ${name} ${value} ${status}`);
        }
      }
    }
    expect(broken).toEqual([]);
  });

  it.runIf(store.name === "postgres")(
    "that its database column has no room for is refused and logged",
    async () => {
      const server = await startTestServer({ store });
      const owner = await server.createOwner();
      const agent = await server.createAgent(owner);
      await sql`alter table "agentVersions" alter column "version" type smallint`.execute(server.store.db);
      const params = { productId: agent.id, version: "40000" };
      const refused = server.as(owner).call(getVersion, { params });
      await expect(refused).rejects.toMatchObject({ status: 400, code: "invalid_input" });
      expect(server.readLog()).toContain("out of range");
    },
  );
});

function isBounded({ isWhole, least, most }: NumberPlace): boolean {
  return isWhole && Number.isFinite(least) && Number.isFinite(most);
}

/**
 * Attributes and fields of any name are kept as JSON or text, however large; so are cells of data collections, and what they
 * are compared with.
 */
function isOwn({ path }: NumberPlace): boolean {
  return path.includes("*") || /^filters 0 value$| rows 0 0$/.test(path.join(" "));
}

function endsOf({ least, most, isWhole }: NumberPlace): number[] {
  return isWhole ? [least, most] : [-Number.MAX_VALUE, Number.MAX_VALUE];
}

/** Gives a copy with the value there; what stands around it is made where it is not there. */
function putAt(content: unknown, [name, ...rest]: string[], value: number): unknown {
  if (name === undefined) return value;
  if (Array.isArray(content)) return [putAt(content[0], rest, value), ...content.slice(1)];
  if (name === "0" && typeof content !== "object") return [putAt(undefined, rest, value)];
  const known = typeof content === "object" && content !== null ? (content as Record<string, unknown>) : {}; // JSON
  const key = name === "*" ? (Object.keys(known)[0] ?? "one") : name;
  return { ...known, [key]: putAt(known[key], rest, value) };
}
