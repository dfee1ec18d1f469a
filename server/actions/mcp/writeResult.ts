import { maxToolResult } from "../../../shared/domain/mcps.ts";

/** What of a result's pieces is read here. */
interface Piece {
  type: string;
  text?: unknown;
  uri?: unknown;
  name?: unknown;
  mimeType?: unknown;
  resource?: unknown;
}

/** Writes what a tool gave as text; pictures and sounds are named only. */
export function writeResult(content: readonly Piece[] | undefined, structured: unknown): string {
  const written = (content ?? []).map(writePiece).filter((text) => text !== "");
  const text =
    written.length === 0 && structured !== undefined ? JSON.stringify(structured) : written.join("\n");
  const plain = text.toWellFormed().replaceAll("\u0000", "\ufffd");
  return plain.length > maxToolResult ? `${plain.slice(0, maxToolResult)}\n(The rest was cut.)` : plain;
}

function writePiece(piece: Piece): string {
  if (piece.type === "text") return show(piece.text);
  if (piece.type === "resource_link") return `${show(piece.name)} ${show(piece.uri)}`.trim();
  if (piece.type === "resource") {
    const { text, uri } = piece.resource as { text?: unknown; uri?: unknown }; // as the client checked it
    return typeof text === "string" ? text : `(resource ${show(uri)})`;
  }
  return `(${piece.type}${typeof piece.mimeType === "string" ? ` ${piece.mimeType}` : ""})`;
}

function show(value: unknown): string {
  return typeof value === "string" ? value : "";
}
