import type { FrameDocument } from "../../shared/contract/surfaces/surfaces.ts";

/** What the server wrote into this document: the configuration to show, and the ticket that opens a session. */
export function readFrameDocument(): FrameDocument {
  const text = document.getElementById("frame-document")?.textContent ?? "";
  return JSON.parse(text) as FrameDocument; // written by our own server into our own document
}
