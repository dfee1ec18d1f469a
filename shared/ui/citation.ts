/** A place where an answer found what it says; `number` is what stands as `[1]` in its text. */
export interface Citation {
  number: number;
  title: string;
  /** Null for what has no page of its own, such as a file. */
  url: string | null;
  quote: string;
  /** "page 3", "row 12". */
  position: string | null;
}
