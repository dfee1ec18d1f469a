/** A part of a document as its structure says; text inside is still Markdown for parseInline. */
export type Block = Paragraph | Heading | Code | Html | Quote | List | Item | Table | Rule;

export interface Paragraph {
  type: "paragraph";
  text: string;
}

export interface Heading {
  type: "heading";
  /** 1 to 6. */
  level: number;
  text: string;
}

export interface Code {
  type: "code";
  /** The first word after the fence, such as `ts`; empty for indented code. */
  language: string;
  text: string;
}

/** HTML that stands by itself; it is shown as text. */
export interface Html {
  type: "html";
  text: string;
}

export interface Quote {
  type: "quote";
  children: Block[];
}

export interface List {
  type: "list";
  /** The bullet or the delimiter after the number; another one begins another list. */
  mark: string;
  /** The first number of an ordered list. */
  start: number | undefined;
  /** Blank lines are between the parts, so they get room. */
  isLoose: boolean;
  children: Block[];
}

export interface Item {
  type: "item";
  /** For a task list: done or not. */
  isChecked: boolean | undefined;
  children: Block[];
}

export interface Table {
  type: "table";
  align: Align[];
  header: string[];
  rows: string[][];
}

export type Align = "left" | "center" | "right" | undefined;

export interface Rule {
  type: "rule";
}

/** Where a reference such as `[text][label]` leads, by its normalized label. */
export type References = ReadonlyMap<string, Target>;

export interface Target {
  href: string;
  title: string | undefined;
}
