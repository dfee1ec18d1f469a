import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RequestError } from "../../../shared/client/requestError.ts";
import { mergeById } from "../agents/agents.ts";
import { createResource, fill, load, reset } from "./resource.ts";

describe("a resource", () => {
  it("goes from idle over loading to ready", async () => {
    const resource = createResource<string>();
    expect(resource.status).toBe("idle");
    const reading = load(resource, async () => "a");
    expect(resource.status).toBe("loading");
    await reading;
    expect({ ...resource }).toEqual({ status: "ready", data: "a", error: null });
  });

  it("keeps what was there while it is read again, and when that fails", async () => {
    const resource = createResource<string>();
    fill(resource, "a");
    const failing = load(resource, () => Promise.reject(new RequestError("internal", "Broken.")));
    expect([resource.status, resource.data]).toEqual(["loading", "a"]);
    await failing;
    expect([resource.status, resource.data, resource.error?.message]).toEqual(["failed", "a", "Broken."]);
    await load(resource, async () => "b");
    expect([resource.status, resource.data, resource.error]).toEqual(["ready", "b", null]);
  });

  it("takes the later of two readings, whichever answers first", async () => {
    const resource = createResource<string>();
    const slow = Promise.withResolvers<string>();
    const first = load(resource, () => slow.promise);
    await load(resource, async () => "second");
    slow.resolve("first");
    await first;
    expect(resource.data).toBe("second");
  });

  it("is not overtaken by a reading that began before it was filled or reset", async () => {
    const resource = createResource<string>();
    const slow = Promise.withResolvers<string>();
    const reading = load(resource, () => slow.promise);
    reset(resource);
    slow.resolve("late");
    await reading;
    expect([resource.status, resource.data]).toEqual(["idle", null]);
  });

  it("shows no error for a reading that was given up", async () => {
    const resource = createResource<string>();
    await load(resource, () => Promise.reject(new RequestError("cancelled", "Given up.")));
    expect([resource.status, resource.error]).toEqual(["idle", null]);
  });
});

describe("the list of agents", () => {
  const one = fc.record({ id: fc.constantFrom("a", "b", "c", "d"), value: fc.nat() });

  it("merges without doubles: what comes in wins, the order stays", () => {
    fc.assert(
      fc.property(fc.array(one), fc.array(one), (there, incoming) => {
        const merged = mergeById(there, incoming);
        const ids = merged.map(({ id }) => id);
        expect(ids).toEqual([...new Set([...there, ...incoming].map(({ id }) => id))]);
        for (const { id, value } of merged) {
          const last = [...there, ...incoming].findLast((other) => other.id === id);
          expect(value).toBe(last?.value);
        }
      }),
    );
  });
});
