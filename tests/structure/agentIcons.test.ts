import { expect, it } from "vitest";
import { agentIcons } from "../../console/parts/agentIcons.ts";
import { glyphs } from "../../widget/chat/AgentGlyph.tsx";

it("the widget draws every icon that the console offers", () => {
  expect(Object.keys(glyphs)).toEqual(Object.keys(agentIcons));
});
