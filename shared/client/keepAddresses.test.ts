import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Attachment } from "../contract/conversations/files/attachment.ts";
import { keepAddresses } from "./keepAddresses.ts";

interface Said {
  id: string;
  attachments: Attachment[];
}

const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

let shown: Said[];
let isLookedAt: boolean;
let isServerAway: boolean;
let asked: string[];
let given: number;

const file = (id: string, url = `/${id}?0`): Attachment => ({
  ...{ id, name: `${id}.png`, contentType: "image/png", sizeBytes: 1, url },
});
const say = (id: string, ...files: Attachment[]): Said => ({ id, attachments: files });
const urls = () => shown.flatMap(({ attachments }) => attachments.map(({ url }) => url));

/** A server that gives one message at a time, with a fresh address. */
function keep() {
  return keepAddresses({
    list: () => shown,
    isLookedAt: () => isLookedAt,
    async read({ id }) {
      asked.push(id);
      if (isServerAway) throw new Error("offline");
      given += 1;
      return [say(id, file(id, `/${id}?${given}`))];
    },
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  [shown, isLookedAt, isServerAway, asked, given] = [[], true, false, [], 0];
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the addresses of files", () => {
  it("are asked for again before they end, again and again, and never for what has none", async () => {
    shown = [say("words"), say("a", file("a")), say("kept", file("kept", ""))];
    const keeper = keep();
    keeper.look();
    await minutes(7.5);
    expect(asked).toEqual([]);
    await minutes(1);
    expect([asked, urls()]).toEqual([["a"], ["/a?1", ""]]);
    await minutes(8);
    expect(urls()).toEqual(["/a?2", ""]);
    keeper.stop();
    await minutes(60);
    expect(asked).toHaveLength(2);
  });

  it("are asked for by nobody who does not look, and at once by who comes back", async () => {
    shown = [say("a", file("a")), say("b", file("b"))];
    const keeper = keep();
    keeper.look();
    isLookedAt = false;
    await minutes(120);
    expect(asked).toEqual([]);
    isLookedAt = true;
    keeper.look();
    await vi.advanceTimersByTimeAsync(0);
    expect([asked, urls()]).toEqual([
      ["b", "a"],
      ["/a?2", "/b?1"],
    ]);
  });

  it("are asked for again where the server could not be reached, after a while", async () => {
    shown = [say("a", file("a"))];
    const keeper = keep();
    keeper.look();
    isServerAway = true;
    await minutes(8);
    expect(asked).toEqual(["a"]);
    for (let changes = 0; changes < 20; changes += 1) keeper.look();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(["a"]);
    isServerAway = false;
    await minutes(0.5);
    expect(urls()).toEqual(["/a?1"]);
  });

  it("are left as they are where the message is gone meanwhile", async () => {
    shown = [say("a", file("a"))];
    const read = vi.fn(async () => []);
    keepAddresses({ list: () => shown, isLookedAt: () => true, read }).look();
    await minutes(8.5);
    expect([read.mock.calls.length, urls()]).toEqual([1, ["/a?0"]]);
  });
});
