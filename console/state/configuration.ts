import type { Family } from "../../shared/contract/call.ts";

/** What the server writes into the console's page: base addresses where they are not `/api/FAMILY` of this origin. */
export interface Configuration {
  baseUrls?: Partial<Record<Family, string>>;
}

/** The id of the data block (`<script type="application/json">`: data, never run) that carries the configuration. */
export const configurationId = "pilothouse-configuration";

/** Gives the embedded configuration; an empty one where the page carries none. */
export function readConfiguration(root: Document = document): Configuration {
  const text = root.getElementById(configurationId)?.textContent;
  if (!text) return {};
  try {
    return JSON.parse(text) as Configuration; // written by our own server into our own page
  } catch {
    return {};
  }
}
