import { describe, expect, it } from "vitest";
import type { EventAbout } from "../../../../shared/contract/conversations/conversations.ts";
import { describeEvent } from "./describeEvent.ts";

describe("what happened to a conversation by itself", () => {
  const ana = { name: "Ana Weber" };
  it.each<[string, EventAbout, string]>([
    [
      "given",
      { ...ana, by: "turns", open: 2, capacity: 5 },
      "Assigned to Ana Weber, whose turn it was (now 2 of 5) · AI paused",
    ],
    [
      "given",
      { ...ana, by: "leastBusy", open: 1, capacity: 3 },
      "Assigned to Ana Weber, who had the fewest (now 1 of 3) · AI paused",
    ],
    ["offline", { ...ana, minutes: 30 }, "Back in the queue: Ana Weber was offline for more than 30 minutes"],
    ["offline", { ...ana, minutes: 1 }, "Back in the queue: Ana Weber was offline for more than 1 minute"],
    [
      "numberChanged",
      { name: "+4930222" },
      "The visitor now uses +4930222 on WhatsApp. This conversation continues there",
    ],
    [
      "numberTaken",
      { name: "+4930222" },
      "The visitor moved to +4930222 on WhatsApp, which belongs to another contact. Merge them if they are the same person",
    ],
    [
      "callEnded",
      { seconds: 61, isRecordingCut: true },
      "The call ended after 1:01. Its recording could not be stored",
    ],
    [
      "callEnded",
      { seconds: 61, recordedFrom: 1, isRecordingCut: true },
      "The call ended after 1:01. Its recording is incomplete",
    ],
    ["memberLeft", ana, "Back in the queue: Ana Weber left the organization"],
  ])("says to whom and why: %s", (content, about, says) => {
    expect(describeEvent({ content, about, author: null })).toBe(says);
  });
});
