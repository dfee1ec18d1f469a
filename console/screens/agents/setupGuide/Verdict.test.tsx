import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { Verdict } from "./Verdict.tsx";

it.each([
  [true, false, "The last answer cites a source."],
  [true, true, "The last answer cites one of the pages read so far."],
  [false, false, "No source answers this. Add one about it."],
  [false, true, "No page read so far answers this."],
])(
  "tells whether an answer cites a source (%s), also while pages are read (%s)",
  (isCited, isReading, text) => {
    render(<Verdict isCited={isCited} isReading={isReading} />);
    expect(screen.getByText(text)).toBeTruthy();
  },
);
