import { describe, expect, it } from "vitest";
import { maxContextCharacters } from "../../shared/domain/limits.ts";
import { writeContext } from "./context.ts";

const seen = (at: number) => ({ event: "seen", at, properties: { page: "x".repeat(300) } });

describe("what goes along with a message", () => {
  it("is what the page says, with what the visitor did there", () => {
    const events = [seen(1), seen(2)];
    expect(writeContext({ plan: "pro" }, events)).toEqual({ plan: "pro", events });
    expect(writeContext({}, events)).toEqual({ events });
    expect(writeContext({ plan: "pro" })).toEqual({ plan: "pro" });
    expect(writeContext({})).toBeNull();
  });

  it("leaves the page its own word `events`", () => {
    expect(writeContext({ events: "mine" }, [seen(1)])).toEqual({ events: "mine" });
  });

  it("has as many of the latest as the server takes, and none where what the page says fills it", () => {
    const events = Array.from({ length: 20 }, (_, at) => seen(at));
    const written = writeContext({ plan: "pro" }, events);
    const kept = written?.["events"] as typeof events;
    expect(kept.length).toBeGreaterThan(5);
    expect(kept).toEqual(events.slice(-kept.length));
    expect(JSON.stringify(written).length).toBeLessThanOrEqual(maxContextCharacters);
    const full = { text: "x".repeat(maxContextCharacters - 20) };
    expect(writeContext(full, events)).toBe(full);
  });
});
