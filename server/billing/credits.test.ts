import { beforeAll, describe, expect, it } from "vitest";
import { bothStores } from "../../tests/kit/database/stores.ts";
import type { Store } from "../database/store.ts";
import { createCredits } from "./credits.ts";

const noCaps = { agentPerDay: null, visitorPerDay: null };
const charge = {
  organizationId: "o",
  agentId: "a",
  contactId: "c",
  answerKey: "m.1",
  credits: 5,
  caps: noCaps,
};

describe.each(bothStores())("credits on $name", (kind) => {
  let store: Store;
  let now = Date.UTC(2026, 2, 14, 23);
  beforeAll(async () => void ({ store } = await kind.open()));
  const credits = () => createCredits({ store, now: () => now });
  const used = async (agentId: string) =>
    store.db
      .selectFrom("creditUse")
      .select(["day", "contactId", "credits"])
      .where("agentId", "=", agentId)
      .orderBy("day")
      .orderBy("contactId")
      .execute();

  it("are counted once for an answer, whoever writes it, and given back once", async () => {
    const first = await credits().charge(charge);
    const second = await credits().charge(charge);
    expect(await used("a")).toEqual([
      { day: "2026-03-14", contactId: "", credits: 5 },
      { day: "2026-03-14", contactId: "c", credits: 5 },
    ]);
    if (typeof first === "string" || typeof second === "string") throw new Error("There is no cap.");
    await second.giveBack();
    await first.giveBack();
    expect((await used("a")).map((row) => row.credits)).toEqual([0, 0]);
  });

  it("are 0.00 over a cap with 1,000 sessions in parallel", async () => {
    const caps = { agentPerDay: 52, visitorPerDay: 11 };
    const results = await Promise.all(
      Array.from({ length: 1000 }, (_, index) =>
        credits().charge({
          ...charge,
          ...{ agentId: "b", contactId: `c${index % 250}`, answerKey: `b.${index}`, caps },
        }),
      ),
    );
    expect(results.filter((result) => typeof result !== "string")).toHaveLength(10);
    expect((await used("b"))[0]).toEqual({ day: "2026-03-14", contactId: "", credits: 50 });
    const visitors = (await used("b")).slice(1).map((row) => row.credits);
    expect(Math.max(...visitors)).toBeLessThanOrEqual(10);
  });

  it("name the cap that is in the way, and leave nothing half counted", async () => {
    const caps = { agentPerDay: 100, visitorPerDay: 4 };
    const place = { ...charge, agentId: "d", answerKey: "d.1", caps };
    expect(await credits().charge(place)).toBe("visitorPerDay");
    expect(await credits().charge({ ...place, caps: { agentPerDay: 4, visitorPerDay: null } })).toBe(
      "agentPerDay",
    );
    expect(await used("d")).toEqual([]);
  });

  it("of a plan are bound by the month, also with many at once, and told of once for each share", async () => {
    const told: number[] = [];
    const credits = createCredits({
      ...{ store, now: () => now, findCreditLimit: async () => 20 },
      onCreditAlert: async (_, { percent }) => void told.push(percent),
    });
    const place = { ...charge, organizationId: "p" };
    const spend = (month: string) =>
      Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          credits.charge({ ...place, answerKey: `${month}.${index}` }),
        ),
      );
    const first = await spend("march");
    expect(first.filter((one) => one === "planPerMonth")).toHaveLength(6);
    expect(told.toSorted((one, other) => one - other)).toEqual([50, 100]);
    await first.find((one) => typeof one === "object")?.giveBack();
    expect(typeof (await credits.charge({ ...place, answerKey: "again" }))).toBe("object");
    now += 20 * 24 * 60 * 60 * 1000;
    expect((await spend("april")).filter((one) => one === "planPerMonth")).toHaveLength(6);
    now -= 20 * 24 * 60 * 60 * 1000;
  });

  it("start over each day, and forget the single answers of days before", async () => {
    const caps = { agentPerDay: 5, visitorPerDay: null };
    const place = { ...charge, agentId: "e", caps };
    expect(typeof (await credits().charge({ ...place, answerKey: "e.1" }))).toBe("object");
    expect(await credits().charge({ ...place, answerKey: "e.2" })).toBe("agentPerDay");
    now += 2 * 24 * 60 * 60 * 1000;
    expect(typeof (await credits().charge({ ...place, answerKey: "e.3" }))).toBe("object");
    const kept = await store.db
      .selectFrom("creditCharges")
      .select("answerKey")
      .where("agentId", "=", "e")
      .execute();
    expect(kept).toEqual([{ answerKey: "e.3" }]);
  });
});
