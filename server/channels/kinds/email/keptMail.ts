/** What is kept of a mail until it is taken into a conversation. */
export interface KeptMail {
  from: { address: string; name: string };
  subject: string;
  text: string;
  /** Only where there is no text. */
  html: string;
  messageId: string;
  /** The ids of the mails before, the first one first. */
  references: string[];
  files: string[];
  /** What tells machines from people. */
  marks: { autoSubmitted: string; precedence: string; isList: boolean; returnPath: string | null };
}
