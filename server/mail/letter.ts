/** A mail as it goes out: plain text, and the same as HTML. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Beside those that every mail has. */
  headers?: Record<string, string>;
}
