/** A file of a mail; its place among them is where it stands in the list. */
export interface MailFile {
  name: string;
  contentType: string;
  sizeBytes: number;
  /** A picture within the text, such as the logo of a signature. */
  isInline: boolean;
  /** Base64, where the mail came by a webhook and lies in no mailbox. Absent for a file that is too large. */
  content?: string;
}

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
  /** Those of mails that were kept before files were taken have none. */
  attachments?: MailFile[];
  /** The mail's number in its mailbox, to read its files later; absent where it came by a webhook. */
  uid?: string;
  /** The mail is from the domain of its sender's address. In a mailbox, only asked for answers to notices. */
  isVerified?: boolean;
  /** What tells machines from people. */
  marks: { autoSubmitted: string; precedence: string; isList: boolean; returnPath: string | null };
}
