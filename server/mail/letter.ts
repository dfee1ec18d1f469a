/** A mail as it goes out: plain text, and the same as HTML. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside those that every mail has. */
  headers?: Record<string, string>;
}

/** A mail of words alone, such as people write, and what they attach. */
export type PlainLetter = Omit<Letter, "html"> & {
  attachments?: { filename: string; contentType: string; content: Buffer }[];
};
