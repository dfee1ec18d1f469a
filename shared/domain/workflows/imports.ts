/** The builders whose exports can be read. */
export const importFormats = {
  dify: "Dify",
  flowise: "Flowise",
  n8n: "n8n",
  typebot: "Typebot",
} as const;
export type ImportFormat = keyof typeof importFormats;

/** The longest file that is read. */
export const maxImportCharacters = 2_000_000;
