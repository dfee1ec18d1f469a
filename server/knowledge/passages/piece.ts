/** The least that is not cut further, with what is between it and the piece before it. */
export interface Piece {
  text: string;
  join: string;
  /** How many lines into the section it begins. */
  line: number;
  /** How many rows into its table, where it is one. */
  row?: number;
  /** What goes around it and the pieces beside it that have the same one: a table's header, a fence. */
  frame?: Frame;
}

/** What opens and closes around pieces. */
export interface Frame {
  open: string;
  close: string;
}
