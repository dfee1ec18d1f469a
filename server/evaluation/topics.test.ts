import { expect, it } from "vitest";
import { groupTopics } from "./topics.ts";

const ask = (question: string, isUnanswered = false, index = 0) => ({
  ...{ question, threadId: `t${index}`, messageId: `m${question}${index}`, isUnanswered },
  ...{ agentId: "a1", credits: 2 },
});

it("groups questions by what they are about, most asked first, whatever their words", async () => {
  const topics = await groupTopics([
    ask("How much is shipping to Norway?"),
    ask("Do you ship to Norway?", true),
    ask("What does shipping cost?"),
    ask("Can I return a lamp?"),
    ask("How do I return my lamp?"),
    ask("Hello!"),
    ask("Are you open on Sundays?"),
  ]);
  expect(topics.map(({ times, unanswered }) => [times, unanswered])).toEqual([
    [3, 1],
    [2, 0],
  ]);
  expect(topics[0]?.examples.map(({ question }) => question)).toContain("Do you ship to Norway?");
  expect(topics[0]?.name).toMatch(/ship/i);
  expect(topics[1]?.name).toMatch(/lamp/);
});

it("tells of what was asked in the same words once, by its newest answer", async () => {
  const asked = Array.from({ length: 5 }, (_, index) => ask("Do you sell tea?", false, index));
  const [topic, ...others] = await groupTopics(asked);
  expect(others).toEqual([]);
  expect([topic?.times, topic?.credits]).toEqual([5, 10]);
  expect(topic?.examples).toEqual([
    { question: "Do you sell tea?", agentId: "a1", threadId: "t0", messageId: "mDo you sell tea?0" },
  ]);
});

it("finds none in nothing, and none in questions that share nothing", async () => {
  expect(await groupTopics([])).toEqual([]);
  expect(await groupTopics([ask("Do you sell tea?"), ask("Where is my parcel?")])).toEqual([]);
});

it("never holds others up for long over as many questions as are read", async () => {
  const things = ["lamp", "kettle", "bicycle", "teapot", "ladder", "sofa", "tent", "boat", "radio", "clock"];
  const ways = ["return", "repair", "clean", "ship", "paint", "insure", "rent", "charge", "fold", "store"];
  const asked = Array.from({ length: 2000 }, (_, index) =>
    ask(`Can I ${ways[index % 10]} the ${things[Math.floor(index / 10) % 10]} number ${index}?`),
  );
  let turns = 0;
  const others = setInterval(() => (turns += 1), 0);
  const topics = await groupTopics(asked);
  clearInterval(others);
  expect(topics.length).toBeGreaterThan(5);
  expect(turns).toBeGreaterThan(5);
});
