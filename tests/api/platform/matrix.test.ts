import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AnyCall } from "../../../shared/contract/call.ts";
import { access, may } from "../../../shared/domain/access.ts";
import type { Role } from "../../../shared/domain/access.ts";
import { isKeyScope } from "../../../shared/domain/keyScopes.ts";
import { ask, describeCell, dumpRows, expectSameRows, idNamed, idsOf } from "../../kit/safety/matrix/ask.ts";
import { nameOf, rows } from "../../kit/safety/matrix/rows.ts";
import type { Row } from "../../kit/safety/matrix/rows.ts";
import { openMatrix } from "../../kit/safety/matrix/openMatrix.ts";
import type { Matrix } from "../../kit/safety/matrix/openMatrix.ts";
import { callerNames, idsOfNothing } from "../../kit/safety/matrix/world.ts";
import type { CallerName, IdName } from "../../kit/safety/matrix/world.ts";
import { sampled } from "../../kit/sampled.ts";
import { bothStores } from "../../kit/database/stores.ts";

/** How somebody is answered who may not: 401 where they are nobody to the call, 403 where they are known. */
type Verdict = "admitted" | "unauthenticated" | "forbidden" | "api_key_not_allowed";

// Hundreds of requests each, of which a busy machine makes few at once.
describe.each(bothStores())("the matrix of every call and seven callers on $name", (store) => {
  let matrix: Matrix;
  /** The answers that held: about one's own, and about another's id beside a missing one. */
  const held = { own: 0, foreign: 0 };
  const nothing = idsOfNothing();
  beforeAll(async () => {
    matrix = await openMatrix(store);
  });

  afterAll(() => {
    const asked = callerNames.map((who) => walked(who).length);
    const size = `${matrix.calls.length} calls, of which ${callerNames.length} callers made ${asked.join(", ")}`;
    const answers = `${held.own} answers about own ids, ${held.foreign} pairs of a foreign and a missing id`;
    console.log(`The matrix on ${store.name}: ${size}, ${answers}, and no leak in any of them.`);
  });

  /** What this run asks as one caller: another choice for each, so that nearly every call is asked as somebody. */
  const walked = (who: CallerName) => sampled(matrix.calls, { name: `tenant matrix, ${who}`, count: 300 });

  const rowOf = (call: AnyCall): Row => rows[nameOf(call)] ?? {};

  it("B1: has a row for every call that requires input, and none for a removed call", () => {
    const without = matrix.calls.filter((call) => !rows[nameOf(call)]);
    expect(without.filter(mustBeGiven).map(nameOf)).toEqual([]);
    const names = new Set(matrix.calls.map(nameOf));
    expect(Object.keys(rows).filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(callerNames)(
    "B1, B7, B8: gives the %s access to their own data as the table of rights says",
    async (who) => {
      const { server, ours, given } = matrix;
      let cells = 0;
      for (const call of walked(who)) {
        const row = rowOf(call);
        const verdict = judge(who, call);
        if (row.isEnd && verdict === "admitted") continue;
        const isRead = call.method === "GET";
        const answer = await ask(server, {
          ...{ call, row, actor: ours.callers[who], given },
          // What changes nothing is asked rightly; the rest so that it stops behind the gates.
          ...(!isRead &&
            verdict === "admitted" && { change: isBodyless(call, row) ? nameNothing : breakBody }),
        });
        const cell = describeCell(who, call);
        if (verdict !== "admitted") {
          expect([answer.status, answer.code], cell).toEqual([
            verdict === "unauthenticated" ? 401 : 403,
            verdict,
          ]);
        } else if (isRead) {
          expect(row.answers ?? [200], cell).toContain(answer.status);
        } else if (!isHarmless(call)) {
          expect([400, 404], cell).toContain(answer.status);
        }
        expect(answer.text, cell).not.toContain("canary-theirs");
        cells += 1;
      }
      held.own += cells;
    },
  );

  it.each(callerNames)(
    "B1, B2: treats others' data as missing for the %s, and changes nothing of it",
    async (who) => {
      const { server, ours, theirs, given } = matrix;
      const before = await dumpRows(server, theirs.ids.orgId);
      let cells = 0;
      for (const call of walked(who)) {
        const row = rowOf(call);
        for (const name of idsOf(call, row, given)) {
          const asWith = (ids: Partial<Record<IdName, string>>) =>
            ask(server, {
              call,
              row,
              actor: ours.callers[who],
              given: { ...given, ids: { ...ours.ids, ...ids } },
            });
          const missing = await asWith({ [name]: nothing[name] });
          for (const [whose, id] of foreignIds(who, name)) {
            const cell = describeCell(who, call, `with ${whose} ${name}`);
            const verdict = judge(who, call);
            expect(missing.status === 401, cell).toBe(verdict === "unauthenticated");
            const foreign = await asWith({ [name]: id });
            expect(foreign.text, cell).not.toContain("canary-theirs");
            expect({ ...foreign, text: "" }, cell).toEqual({ ...missing, text: "" });
            if (isInPath(call, name)) expect([401, 403, 404], cell).toContain(foreign.status);
            cells += 1;
          }
        }
      }
      expect(cells).toBeGreaterThan(walked(who).length / 2);
      await expectSameRows(server, theirs.ids.orgId, before);
      held.foreign += cells;
    },
  );

  /** The ids of the other organization; for a visitor also those of another visitor of the same agent. */
  function foreignIds(who: CallerName, name: IdName): [string, string][] {
    const { ours, theirs } = matrix;
    const beside = who === "visitor" && (name === "threadId" || name === "messageId");
    return [
      ["another organization's", theirs.ids[name]],
      ...(beside ? [["another visitor's", ours.otherVisitor[name]] as [string, string]] : []),
    ];
  }

  function judge(who: CallerName, { who: needs, forKeys }: AnyCall): Verdict {
    if (who === "nobody") return "unauthenticated";
    const isVisitors = needs === "visitor";
    if (who === "visitor")
      return isVisitors || (typeof needs === "object" && "watcher" in needs) ? "admitted" : "unauthenticated";
    if (isVisitors) return "unauthenticated";
    const action = typeof needs === "object" ? ("member" in needs ? needs.member : needs.watcher) : null;
    if (who === "API key") {
      if (action === null || forKeys === "never") return "api_key_not_allowed";
      return isKeyScope(action) && access[action].some((role) => role === "owner") ? "admitted" : "forbidden";
    }
    return action === null || may([who satisfies Role], action) ? "admitted" : "forbidden";
  }

  function nameNothing(input: object) {
    const { params } = input as { params: Record<string, string> }; // as `ask` makes it
    const last = Object.keys(params).at(-1);
    return { ...input, ...(last && { params: { ...params, [last]: nothing.threadId } }), query: {} };
  }
});

/** A call with neither body nor a filter that it insists on is a right one by its path alone. */
function mustBeGiven({ body, query }: AnyCall): boolean {
  return body !== undefined || (query !== undefined && !v.safeParse(query, {}).success);
}

/** Writes that take no body and name nothing: done by each caller once, and none of them is missed by the others. */
function isHarmless({ path }: AnyCall): boolean {
  return !path.replace("{orgId}", "").includes("{");
}

function isBodyless(_: AnyCall, row: Row): boolean {
  return row.body === undefined;
}

function breakBody(input: object) {
  return { ...input, body: { nothing: "of use" } };
}

function isInPath(call: AnyCall, id: IdName): boolean {
  return [...call.path.matchAll(/\{(\w+)\}/g)].some(([, name = ""]) => idNamed(call, name) === id);
}
