/** The most that one source of documents holds. */
export const documentsLimit = 10_000;
/** The texts of a source's documents together. */
export const documentsCharacters = 50_000_000;
/** The most that one call pushes or deletes. */
export const documentsAtOnce = 100;
export const documentCharacters = 200_000;
export const externalIdCharacters = 200;
/** Fields of a document's metadata, and what they are together, written as JSON. */
export const metadataFields = 50;
export const metadataCharacters = 4000;

/** How a document's text is written. */
export const documentFormats = ["markdown", "html", "text"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** `waiting`: it is stored, and answers use it once it was read. `failed`: its last good text stays, where there was one. */
export const documentStates = ["waiting", "ready", "failed"] as const;
export type DocumentState = (typeof documentStates)[number];
