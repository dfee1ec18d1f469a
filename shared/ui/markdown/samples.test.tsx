import { render } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { normalizeDrawn, normalizeExpected, relativeBase } from "../../../tests/kit/markdown/normalize.ts";
import samples from "../../../tests/kit/markdown/samples.json" with { type: "json" };
import { Markdown } from "./Markdown.tsx";

const slots = {
  allowImage: () => true,
  resolveLink: (address: string) => relativeBase + encodeURIComponent(address),
};

/** The rules of CommonMark and of GitHub's additions, by examples of our own; `npm run bench:markdown` reads any list. */
describe.each(Object.entries(Object.groupBy(samples, ({ section }) => section)))(
  "%s",
  (_section, list = []) => {
    it.each(list)("draws $markdown", ({ markdown, html }) => {
      const { container } = render(<Markdown text={markdown} slots={slots} />);
      // Preact sets the property, which no text of elements shows.
      for (const box of container.querySelectorAll("input")) box.toggleAttribute("checked", box.checked);
      const drawn = container.firstElementChild?.innerHTML ?? "";
      expect(normalizeDrawn(drawn)).toBe(normalizeExpected(html, markdown));
    });
  },
);
