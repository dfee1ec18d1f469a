import { describe, expect, it } from "vitest";
import { createLikeQuestions } from "./likeQuestions.ts";

describe("questions that are alike", () => {
  it.each([
    ["Do you ship to Norway?", "do you SHIP to norway"],
    ["Do you ship to Norway?", "Is shipping to Norway possible with you?"],
    ["What are your opening hours on Sunday?", "Sunday opening hours?"],
    ["営業時間を教えてください", "営業時間を教えて下さい"],
    ["Who are you?", "who are you"],
  ])("%j is %j", (known, asked) => {
    const like = createLikeQuestions<string>();
    like.add(known, "known");
    expect(like.list(asked)).toEqual(["known"]);
  });

  it.each([
    ["Do you ship to Norway?", "Do you ship to Sweden?"],
    ["Can I return 2 lamps?", "Can I return 3 lamps?"],
    ["Who are you?", "Where are you?"],
    ["How long are gift cards valid?", "Are returns free?"],
  ])("%j is not %j", (known, asked) => {
    const like = createLikeQuestions<string>();
    like.add(known, "known");
    expect(like.list(asked)).toEqual([]);
  });

  it("come the most like first", () => {
    const like = createLikeQuestions<number>();
    like.add("opening hours on Sunday in Bergen", 1);
    like.add("opening hours on Sunday", 2);
    expect(like.list("Opening hours on Sunday?")).toEqual([2, 1]);
  });
});
