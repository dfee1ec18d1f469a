import { writeCitation } from "../../domain/citations.ts";

/** A piece of running text: a string as it is, or something with a meaning. */
export type Inline = string | Styled | Link | Image | InlineCode | Break | CitationMark;

export interface Styled {
  /** No text has a `mark` of itself: the place that shows it puts them in. */
  type: "em" | "strong" | "del" | "mark";
  children: Inline[];
}

export interface Link {
  type: "link";
  href: string;
  title: string | undefined;
  children: Inline[];
}

export interface Image {
  type: "image";
  href: string;
  title: string | undefined;
  /** What is between the brackets; its plain text is the alternative text. */
  children: Inline[];
}

export interface InlineCode {
  type: "code";
  text: string;
}

export interface Break {
  type: "break";
}

/** `[3]`, where a citation with this number exists. */
export interface CitationMark {
  type: "citation";
  number: number;
}

/** The text of pieces without their meaning. */
export function plainText(pieces: readonly Inline[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece === "string") return piece;
      if ("children" in piece) return plainText(piece.children);
      return piece.type === "code"
        ? piece.text
        : piece.type === "citation"
          ? writeCitation(piece.number)
          : "\n";
    })
    .join("");
}
