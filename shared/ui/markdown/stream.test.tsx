import { render } from "@testing-library/react";
import { expect, it } from "vitest";
import { chatCases } from "./chatCases.ts";
import { Markdown } from "./Markdown.tsx";
import { advance, emptyStream } from "./stream.ts";

const long = chatCases.map((text) => text.replaceAll("\r", "")).join("\n\nNext.\n\n");

it("keeps every finished block the same object, over all prefixes of a long text", () => {
  let stream = emptyStream;
  for (let end = 1; end <= long.length; end += 1) {
    const next = advance(stream, long.slice(0, end), true);
    expect(next.finishedBlocks).toBeGreaterThanOrEqual(stream.finishedBlocks);
    for (let at = 0; at < stream.finishedBlocks; at += 1) {
      if (next.blocks[at] !== stream.blocks[at]) expect.fail(`block ${at} changed at ${end}`);
    }
    stream = next;
  }
});

it.each(chatCases)("keeps the elements of finished blocks over all prefixes of %j", (text) => {
  const { container, rerender } = render(<Markdown text="" isStreaming />);
  const place = container.firstElementChild;
  let stream = emptyStream;
  let before: Element[] = [];
  for (let end = 1; end <= text.length; end += 1) {
    rerender(<Markdown text={text.slice(0, end)} isStreaming />);
    const after = [...(place?.children ?? [])];
    // A block of definitions is drawn as nothing, so elements are counted up to the first of these.
    const kept = stream.blocks.slice(0, stream.finishedBlocks);
    const empty = kept.findIndex((block) => block.type === "paragraph" && !block.text);
    const count = empty < 0 ? kept.length : empty;
    for (let at = 0; at < count; at += 1) expect(after[at]).toBe(before[at]);
    stream = advance(stream, text.slice(0, end), true);
    before = after;
  }
});
