import { beforeAll, describe, expect, it } from "vitest";
import { changeThreads } from "../../../shared/contract/conversations/inbox/threadChanges.ts";
import { exportThreads } from "../../../shared/contract/conversations/exports/threadExports.ts";
import { threadFilter } from "../../../shared/contract/conversations/inbox/threadFilter.ts";
import { getThreadFilters, listThreads } from "../../../shared/contract/conversations/threads/threads.ts";
import {
  createThreadView,
  removeThreadView,
} from "../../../shared/contract/conversations/inbox/threadViews.ts";
import type { AnswerOf, AnyCall } from "../../../shared/contract/call.ts";
import { CallFailed } from "../../kit/client.ts";
import type { TestClient, TestInput } from "../../kit/client.ts";
import { dumpRows, expectSameRows } from "../../kit/safety/matrix/ask.ts";
import { openMatrix } from "../../kit/safety/matrix/openMatrix.ts";
import type { Matrix } from "../../kit/safety/matrix/openMatrix.ts";
import { sqlPayloads } from "../../kit/safety/matrix/sqlPayloads.ts";
import { bothStores } from "../../kit/database/stores.ts";
import { sampled } from "../../kit/sampled.ts";

interface Answer {
  status: number;
  said: unknown;
}

/** What stands before a payload, so that it is taken: what is of a closed list is refused whatever it says. */
const beginnings: Record<string, string[]> = { field: ["", "FIELD:"] };

describe.each(bothStores())("B5: a filter in a request body on $name", (store) => {
  let matrix: Matrix;
  let client: TestClient;
  beforeAll(async () => {
    matrix = await openMatrix(store);
    client = matrix.server.as(matrix.ours.owner);
  });

  const params = () => ({ productId: matrix.ours.ids.productId });

  /** What a call answers, or why it does not: without what differs each time. */
  async function ask<C extends AnyCall>(
    call: C,
    body: unknown,
    read: (answer: AnswerOf<C>) => unknown,
  ): Promise<Answer> {
    matrix.server.clock.advance(250);
    const input = { params: params(), body } as unknown as TestInput<C>; // wrong on purpose
    try {
      return { status: 200, said: await read(await client.call(call, input)) };
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      const { requestId: _, ...said } = error.body.error;
      return { status: error.status, said };
    }
  }

  /** Everything that takes a filter in its body, as it is answered. */
  const ways: Record<string, (filter: object) => Promise<Answer>> = {
    "changing all that match it": (filter) =>
      ask(
        changeThreads,
        { data: { of: { filter }, change: { priority: "urgent" } } },
        ({ data }) => data.total,
      ),
    "a table": (filter) =>
      ask(exportThreads, { data: { format: "csv", filter } }, ({ data }) => open(data.url)),
    "a file with what was said": (filter) =>
      ask(
        exportThreads,
        { data: { format: "json", messages: true, privateMessages: true, filter } },
        ({ data }) => open(data.url),
      ),
    "a saved view": (filter) =>
      ask(
        createThreadView,
        { data: { name: "Any", isShared: true, sort: "newest", filter } },
        async ({ data }) => {
          const { data: listed } = await client.call(getThreadFilters, { params: params() });
          const view = listed.views.find(({ id }) => id === data.id);
          expect(view?.filter).toEqual(filter);
          const query = data.filter as Record<string, string>; // a filter by days is refused here
          const { items } = await client.call(listThreads, { params: params(), query });
          await client.call(removeThreadView, { params: { ...params(), viewId: data.id } });
          return { count: view?.count, items };
        },
      ),
  };

  const open = async (url: string) => (await matrix.server.request(url)).text();

  it.each(Object.entries(ways))("treats SQL as data, and reveals nothing more: %s", async (_, way) => {
    const { server, ours, theirs } = matrix;
    const [oursBefore, theirsBefore] = await Promise.all(
      [ours, theirs].map(({ ids }) => dumpRows(server, ids.orgId)),
    );
    const payloads = sampled(sqlPayloads, { name: "SQL in a filter", count: sqlPayloads.length });
    let taken = 0;
    for (const name of Object.keys(threadFilter.entries)) {
      for (const beginning of beginnings[name] ?? [""]) {
        const begun = beginning.replace("FIELD", ours.ids.fieldKey);
        const plain = await way({ [name]: `${begun}zzz-nothing-is-called-so` });
        const isTaken = plain.status !== 400;
        for (const payload of isTaken ? payloads : payloads.slice(0, 5)) {
          const what = `${name}: ${begun}${payload}`;
          const answer = await way({ [name]: `${begun}${payload}` });
          expect(answer.status, what).toBeLessThan(500);
          if (answer.status !== 400) expect(answer, what).toEqual(plain);
          expect(JSON.stringify(answer), what).not.toContain("canary-theirs");
          taken += +(answer.status !== 400);
        }
      }
    }
    expect(taken).toBeGreaterThanOrEqual(5 * payloads.length);
    await expectSameRows(server, theirs.ids.orgId, theirsBefore ?? {});
    const after = await dumpRows(server, ours.ids.orgId);
    for (const table of ["threads", "messages", "contacts", "threadFields", "threadChanges", "threadViews"]) {
      expect(after[table], table).toEqual(oursBefore?.[table]);
    }
  });
});
