/** The kinds of documents that are read; which one it is, is decided by content, not by name. */
export type DocumentKind =
  | "pdf"
  | "docx"
  | "xlsx"
  | "xls"
  | "pptx"
  | "csv"
  | "html"
  | "json"
  | "markdown"
  | "text";

/** Where something is in its document, counted from 1: enough to show it to somebody who asks. */
export interface Position {
  page?: number;
  row?: number;
  line?: number;
}

/** A stretch of a document under the same headings, as Markdown. */
export interface Section {
  /** The headings above it, the outermost first. */
  headings: string[];
  text: string;
  position: Position;
  /** The name of its place in the page, for a link that jumps there. */
  anchor?: string;
}

/** Something that a document has and that is not read. */
export interface LeftOut {
  /** A few words: "hidden", "repeated on most pages". */
  why: string;
  /** The beginning of it. */
  text: string;
}

/** What a file or page says, whatever format it came in. Nothing in it is markup that anybody executes. */
export interface ParsedDocument {
  title: string;
  /** A language tag that the document declares ("en", "pt-BR"), null where it declares none. */
  language: string | null;
  kind: DocumentKind;
  sections: Section[];
  /** Characters of all sections together. */
  characters: number;
  /** What support and tests look at; it is stored nowhere. */
  leftOut?: LeftOut[];
  /** Of a web page with an address: absolute addresses it links to, the address it wants to be known by, what it asks of robots. */
  links?: string[];
  canonical?: string;
  noindex?: boolean;
  nofollow?: boolean;
}

/** What is to be parsed. The name and the content type are hints between kinds of text, and never more. */
export interface ParseInput {
  name: string;
  contentType?: string | undefined;
  bytes: Uint8Array;
  /** What the sender knows it to be; the bytes aren't read for that. */
  kind?: "html" | "markdown" | "text";
  /** Where it was fetched: relative links are completed by it. */
  url?: string | undefined;
}

export interface ParseLimits {
  /** The most that a packed document may inflate to. */
  maxUnpackedBytes: number;
  /** How many times larger than its packed form. */
  maxRatio: number;
}

/** What a kind gives; the rest of the document is the same for all of them. */
export interface ParsedParts extends Partial<Omit<ParsedDocument, "kind" | "characters" | "sections">> {
  sections: Section[];
}
