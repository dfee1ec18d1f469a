import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { AnswerText } from "./AnswerText.tsx";
import { CitationList } from "./CitationList.tsx";
import type { Citation } from "./citation.ts";

const citations: Citation[] = [
  {
    number: 1,
    title: "Returns",
    url: "https://shop.example/returns#:~:text=30%20days",
    quote: "30 days",
    position: null,
  },
  { number: 2, title: "Terms.pdf", url: null, quote: "", position: "page 3" },
  { number: 3, title: "<b>Evil</b>", url: "javascript:alert(1)", quote: "", position: null },
];

describe("an answer", () => {
  it("links a citation to its source, names one without a page, and leaves unknown numbers as text", () => {
    const handleOpen = vi.fn();
    const { container } = render(
      <AnswerText text="A [1], b [2], c [9]." citations={citations} onOpenCitation={handleOpen} />,
    );
    const link = screen.getByRole("link", { name: "Source 1: Returns" });
    expect(link.getAttribute("href")).toBe(citations[0]?.url);
    link.addEventListener("click", (event) => event.preventDefault());
    fireEvent.click(link);
    expect(handleOpen).toHaveBeenCalledWith(citations[0]);
    expect(screen.getByRole("note", { name: "Source 2: Terms.pdf" }).textContent).toBe("2");
    expect(container.textContent).toContain("[9]");
  });

  it("never links to a source by a script's address", () => {
    const { container } = render(
      <>
        <AnswerText text="[3]" citations={citations} />
        <CitationList citations={citations} />
      </>,
    );
    expect([...container.querySelectorAll("a")].map((link) => link.protocol)).toEqual(["https:"]);
    expect(container.querySelector("b b")).toBeNull();
  });

  it("has a copy button on code", () => {
    render(<AnswerText text={"```sh\nnpm ci\n```"} citations={[]} />);
    expect(screen.getByRole("button", { name: "Copy" })).toBeDefined();
  });

  it("lists its sources by number", () => {
    render(<CitationList citations={citations} />);
    expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Returns30 days",
      "Terms.pdfpage 3",
      "<b>Evil</b>",
    ]);
  });
});
