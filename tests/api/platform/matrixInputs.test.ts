import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import type { AnyCall } from "../../../shared/contract/call.ts";
import type { TestInput } from "../../kit/client.ts";
import { ask, describeCell, dumpRows, expectSameRows, idsOf } from "../../kit/safety/matrix/ask.ts";
import { openMatrix } from "../../kit/safety/matrix/openMatrix.ts";
import type { Matrix } from "../../kit/safety/matrix/openMatrix.ts";
import { nameOf, rows } from "../../kit/safety/matrix/rows.ts";
import type { Row } from "../../kit/safety/matrix/rows.ts";
import { sqlPayloads } from "../../kit/safety/matrix/sqlPayloads.ts";
import type { Actor } from "../../kit/client.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { sampled } from "../../kit/sampled.ts";

/** What only the server writes. */
const forbidden: Record<string, unknown> = {
  organizationId: "01m000000000000000000000aa",
  org_id: "01m000000000000000000000aa",
  userId: "01m000000000000000000000aa",
  _id: "01m000000000000000000000aa",
  role: "owner",
  roles: ["owner"],
  usergroups: [{ usergroup_name: "Organization Owners" }],
  credits: 1_000_000,
  createdAt: 0,
  isSuperAdmin: true,
  meta: { isSuperAdmin: true },
  planId: "enterprise",
  plan: { type: "enterprise" },
  currentSubscription: { planId: "enterprise" },
  constructor: { prototype: { isSuperAdmin: true } },
};

type Loose = TestInput<AnyCall> & { query?: Record<string, string>; body?: unknown };

// Hundreds of requests each, of which a busy machine makes few at once.
describe.each(bothStores())("extra input in calls, on $name", (store) => {
  let matrix: Matrix;
  beforeAll(async () => {
    matrix = await openMatrix(store);
  });

  const rowOf = (call: AnyCall): Row => rows[nameOf(call)] ?? {};
  /** Who has every right to the call, so that the input alone is refused. */
  const actorOf = ({ who }: AnyCall): Actor => matrix.ours.callers[who === "visitor" ? "visitor" : "owner"];
  const send = (call: AnyCall, change: (input: Loose) => Loose) => {
    const { server, given } = matrix;
    // A call's right input, whatever its type.
    const loosely = change as (input: TestInput<AnyCall>) => TestInput<AnyCall>;
    return ask(server, { call, row: rowOf(call), actor: actorOf(call), given, change: loosely });
  };

  it("B4: is refused in fields that only the server writes, and nothing of it is stored", async () => {
    const { server, ours, given, calls } = matrix;
    const before = await dumpRows(server, ours.ids.orgId);
    const withBody = calls.filter(({ body }) => body !== undefined);
    expect(withBody.length).toBeGreaterThan(100);
    for (const [index, call] of sampled(withBody, { name: "fields of the server", count: 30 }).entries()) {
      const right = rowOf(call).body?.(given) as Record<string, unknown>; // a row's body is an object
      expect(v.is(bodyOf(call), right), nameOf(call)).toBe(true);
      const names = Object.keys(forbidden).filter((name) => !isTaken(call, name));
      for (const name of names) {
        for (const body of addTo(right, name, rowOf(call))) {
          expect(v.is(bodyOf(call), body), `${nameOf(call)} ${name}`).toBe(false);
        }
      }
      // Request handling holds bodies to these schemas: each call by two of the names, one and the next in turn.
      for (const name of [names[index % names.length], names[(index * 7 + 3) % names.length]]) {
        for (const body of addTo(right, name ?? "", rowOf(call))) {
          const answer = await send(call, (input) => ({ ...input, body }));
          expect([answer.status, answer.code], `${nameOf(call)} ${name}`).toEqual([400, "invalid_input"]);
        }
      }
    }
    await expectSameRows(server, ours.ids.orgId, before);
    const raised = await server.store.db
      .selectFrom("users")
      .select("id")
      .where("isSuperAdmin", "=", 1)
      .execute();
    expect(raised).toEqual([]);
    expect(({} as Record<string, unknown>)["isSuperAdmin"]).toBeUndefined();
  });

  /** A name on the list that the call takes all the same, as a claim that is then checked. */
  function isTaken(call: AnyCall, name: string): boolean {
    const taken: Record<string, string> = {
      "PUT /api/auth/v1.0/profile/picture": "organizationId",
      // A plan of the server's own list, for the page where it is paid.
      "POST /api/account/v1/org/{orgId}/subscriptions": "planId",
      // A visitor's word on who they are at the site, believed with the site's signature only.
      "POST /api/public/v1/copilotapps/{productId}/identity": "userId",
    };
    return taken[nameOf(call)] === name;
  }

  it("B3: changes nothing when an id is also in the query, in a header or under another name", async () => {
    const { theirs, calls } = matrix;
    const elsewhere = {
      orgId: theirs.ids.orgId,
      organizationId: theirs.ids.orgId,
      organization_id: theirs.ids.orgId,
      productId: theirs.ids.productId,
      agentId: theirs.ids.productId,
      threadId: theirs.ids.threadId,
    };
    const headers = {
      "x-organization-id": theirs.ids.orgId,
      "x-org-id": theirs.ids.orgId,
      "x-tenant-id": theirs.ids.orgId,
      "x-original-url": `/api/console/v1/org/${theirs.ids.orgId}/copilotapps`,
      "x-rewrite-url": `/api/console/v1/org/${theirs.ids.orgId}/copilotapps`,
    };
    for (const call of sampled(calls.filter(isRead), { name: "an id twice", count: 20 })) {
      const right = await send(call, (input) => input);
      const answers = [
        await send(call, (input) => ({ ...input, query: { ...elsewhere, ...input.query } })),
        await send(call, (input) => ({ ...input, headers })),
      ];
      for (const answer of answers) {
        const cell = describeCell("owner", call);
        expect(answer.text, cell).not.toContain("canary-theirs");
        if (answer.code !== "invalid_input") expect(answer.status, cell).toBe(right.status);
      }
    }
  });

  it("B3: finds nothing when an id is written in any other form", async () => {
    const { theirs, given, calls } = matrix;
    let turn = 0;
    for (const call of sampled(calls, { name: "forms of an id", count: 40 })) {
      for (const name of idsOf(call, rowOf(call), given).filter((one) => call.path.includes(`{${one}}`))) {
        const [own, foreign] = [given.ids[name], theirs.ids[name]];
        turn += 1;
        const spellings = [
          `${own}\u0000`,
          `${own},${foreign}`,
          `${foreign},${own}`,
          `${own}/../${foreign}`,
          `[${foreign}]`,
          ` ${foreign}`,
          `${own}' OR '1'='1`,
          `${"x".repeat(65)}`,
          "null",
          "undefined",
          "*",
          "%",
        ];
        // Four for each id of each call, so that in all of them each is tried many times.
        for (const spelling of spellings.filter((_, at) => at % 3 === turn % 3)) {
          const answer = await send(call, (input) => ({
            ...input,
            params: { ...(input.params as object), [name]: spelling },
          }));
          const cell = `${nameOf(call)} ${name} ${JSON.stringify(spelling)}`;
          expect([400, 401, 404], cell).toContain(answer.status);
          expect(answer.text, cell).not.toContain("canary-theirs");
        }
      }
    }
  });

  it("B3: is refused as an id in a body when it is a list, number, object or broken text", async () => {
    const { theirs, given, calls } = matrix;
    const withBody = calls.filter(({ body }) => body !== undefined);
    for (const call of sampled(withBody, { name: "an id in a body", count: 40 })) {
      for (const name of idsOf(call, rowOf(call), given)) {
        const own = given.ids[name];
        const foreign = theirs.ids[name];
        if (!JSON.stringify(rowOf(call).body?.(given)).includes(own)) continue;
        for (const value of [
          [foreign],
          { $ne: null },
          { id: foreign },
          5,
          true,
          null,
          `${own}\u0000`,
          `${own}%`,
        ]) {
          const answer = await send(call, (input) => ({
            ...input,
            body: JSON.parse(JSON.stringify(input.body), (_, one) => (one === own ? value : one)),
          }));
          const cell = `${nameOf(call)} ${name} ${JSON.stringify(value)}`;
          expect(answer.status, cell).toBeLessThan(500);
          expect(answer.text, cell).not.toContain("canary-theirs");
          // Null is a right value of some: a page without a picture, a key for all agents.
          if (value !== null) expect(answer.status, cell).toBeGreaterThanOrEqual(400);
        }
      }
    }
  });

  it("B5: is data when it is SQL: no list reveals more, and none fails", async () => {
    const { calls } = matrix;
    const places = calls.filter(isRead).flatMap((call) => queryNames(call).map((name) => ({ call, name })));
    expect(places.length).toBeGreaterThan(100);
    for (const { call, name } of sampled(places, { name: "SQL in a query", count: 30 })) {
      const with_ = (value: string) =>
        send(call, (input) => ({ ...input, query: { ...input.query, [name]: value } }));
      const plain = await with_("zzz-nothing-is-called-so");
      const isText = plain.status !== 400;
      for (const payload of isText ? sqlPayloads : sqlPayloads.slice(0, 3)) {
        const answer = await with_(payload);
        const cell = `${nameOf(call)} ${name}=${payload}`;
        if (answer.status !== 400) expect(answer.body, cell).toEqual(plain.body);
        expect([200, 400, 404, ...(rowOf(call).answers ?? [])], cell).toContain(answer.status);
      }
    }
  });
});

function isRead({ method, events }: AnyCall): boolean {
  return method === "GET" && !events;
}

function bodyOf({ body }: AnyCall): v.GenericSchema {
  return body ?? v.never();
}

/** A right body with one name more: beside its fields, and in its data. */
function addTo(right: Record<string, unknown>, name: string, { isFree }: Row): unknown[] {
  // Written as text, so that a name such as `constructor` becomes a key of its own.
  const extra = JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(forbidden[name])}}`);
  const { data } = right;
  const isWrapped = typeof data === "object" && data !== null && !isFree;
  return [{ ...right, ...extra }, ...(isWrapped ? [{ ...right, data: { ...data, ...extra } }] : [])];
}

/** The names that a call's query takes. */
function queryNames({ query }: AnyCall): string[] {
  return query && "entries" in query ? Object.keys(query.entries as object) : []; // an object schema of valibot
}
