/** A sign that stands for itself, for a digit, or for a part of a date. */
export type FormatToken =
  | { kind: "literal"; text: string }
  | { kind: "digit"; text: "0" | "#" | "?" }
  | { kind: "date"; text: string }
  | { kind: "point" | "comma" | "percent" | "slash" | "exponent" | "general" | "text" };
