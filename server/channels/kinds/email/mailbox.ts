import type { ImapFlow } from "imapflow";
import PostalMime from "postal-mime";
import type { Attachment } from "postal-mime";
import { EgressError } from "../../../egress/EgressError.ts";
import { ChannelProblem } from "../../ChannelProblem.ts";
import type { ChannelDeps } from "../../deps.ts";
import { hashKey } from "../../hmac.ts";
import type { OpenChannel, Polled, Update } from "../../kind.ts";
import type { KeptMail } from "./keptMail.ts";
import { bytesOf, parseMail } from "./parseMail.ts";
import { noticeMark } from "./messageIds.ts";
import { isSignedBySender } from "./verifySender.ts";

/** How long a look waits for mails; then it connects again. */
const waitMs = 60_000;
const connectMs = 15_000;
/** Larger mails are read as far as they fit. */
const mostBytes = 25 * 1024 * 1024;
const mostAtOnce = 50;

interface Opening {
  egress: ChannelDeps["egress"];
  signal: AbortSignal;
}

/** Names a mailbox. The numbers of its mails say nothing of those in another one. */
export function mailboxOf({ settings }: Pick<OpenChannel, "settings">): string {
  const { host = "", port = "", user, address = "" } = settings;
  return [host, port || "993", user || address].join(" ").toLowerCase();
}

/** Opens a mailbox by IMAP over TLS, at a checked address. Throws a ChannelProblem. */
export async function openMailbox(
  { settings, secrets }: OpenChannel,
  { egress, signal }: Opening,
): Promise<ImapFlow> {
  const { host = "", port = "", user, address = "" } = settings;
  const number = Number(port || 993);
  if (![143, 993].includes(number) && !(number >= 1024 && number <= 65_535))
    throw new ChannelProblem("credentials", "The port is 993 for nearly every mailbox.");
  try {
    const [checked = ""] = await egress.resolve(host);
    // Loaded with the first mailbox: it is a hundred files.
    const { ImapFlow } = await import("imapflow");
    const client = new ImapFlow({
      // The name is for the certificate; the connection goes to the address that was checked.
      ...{ host: checked, servername: host, port: number, secure: number === 993 },
      auth: { user: user || address, pass: secrets["password"] ?? "" },
      ...{
        logger: false,
        connectionTimeout: connectMs,
        greetingTimeout: connectMs,
        socketTimeout: waitMs * 2,
      },
    });
    client.on("error", () => undefined);
    signal.addEventListener("abort", () => client.close(), { once: true });
    await client.connect();
    return client;
  } catch (error) {
    signal.throwIfAborted();
    throw describe(error);
  }
}

/**
 * Gives the mails that came since the last look, or waits for one. A mailbox that is read for the first time begins with what
 * comes from now on; so does one whose numbers are new (UIDVALIDITY).
 */
export async function waitForMails(
  channel: OpenChannel,
  options: Opening & { cursor: string | null; now: () => number } & Pick<ChannelDeps, "nameServers">,
): Promise<Polled> {
  const client = await openMailbox(channel, options);
  try {
    const mailbox = await client.mailboxOpen("INBOX", { readOnly: true });
    const validity = String(mailbox.uidValidity);
    const [kept, last = ""] = options.cursor?.split(":") ?? [];
    if (kept !== validity) return { updates: [], cursor: `${validity}:${mailbox.uidNext - 1}` };
    const after = Number(last);
    if (mailbox.uidNext - 1 <= after) await waitForNews(client, options.signal);
    const found = await fetchAfter(client, {
      ...{ ...options, after, validity },
      mailbox: hashKey(mailboxOf(channel)),
    });
    return { updates: found.updates, cursor: `${validity}:${found.last}` };
  } catch (error) {
    options.signal.throwIfAborted();
    throw describe(error);
  } finally {
    await client.logout().catch(() => client.close());
  }
}

async function waitForNews(client: ImapFlow, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, waitMs);
  client.on("exists", () => resolve());
  client.on("close", () => resolve());
  signal.addEventListener("abort", () => resolve(), { once: true });
  // Ends by itself with the next command.
  void client.idle().catch(() => resolve());
  await promise;
  clearTimeout(timer);
  signal.throwIfAborted();
}

interface Fetching extends Pick<ChannelDeps, "nameServers"> {
  after: number;
  validity: string;
  mailbox: string;
  now: () => number;
}

async function fetchAfter(client: ImapFlow, { after, validity, mailbox, now, nameServers }: Fetching) {
  const updates: Update[] = [];
  let last = after;
  const wanted = { uid: true, size: true, internalDate: true, source: { maxLength: mostBytes } } as const;
  for await (const message of client.fetch(`${after + 1}:*`, wanted, { uid: true })) {
    // The last mail is given for any range that ends with *.
    if (message.uid <= after) continue;
    last = Math.max(last, message.uid);
    const { mail: read } = await parseMail(message.source, message.size);
    const parsed = { ...read, uid: `${validity}:${message.uid}` };
    const isAnswer = parsed.references.some((reference) => reference.startsWith(noticeMark));
    const mail: KeptMail =
      isAnswer && message.source
        ? { ...parsed, isVerified: await isSignedBySender(message.source, parsed, { nameServers, now }) }
        : parsed;
    const date = message.internalDate instanceof Date ? message.internalDate.getTime() : now();
    updates.push({
      key: `${mailbox}:${validity}:${message.uid}`,
      conversation: `${mail.from.address.toLowerCase()}|${mail.references[0] ?? mail.messageId}`,
      ...{ at: date, body: mail },
    });
    if (updates.length >= mostAtOnce) break;
  }
  return { updates, last };
}

/** Gives what fetches a mail's files. The mail is read again once, for the first of them: until then it lies in its mailbox. */
export function openMailFiles(channel: OpenChannel, options: Opening) {
  const mails = new Map<string, Promise<Attachment[]>>();
  return async ({ uid = "", index = "" }: Record<string, string>): Promise<Uint8Array> => {
    const reading = mails.get(uid) ?? readAttachments(channel, uid, options);
    mails.set(uid, reading);
    const file = (await reading)[Number(index)];
    if (!file) throw new ChannelProblem("message", noMail);
    return bytesOf(file);
  };
}

const noMail = "The mail is no longer in the mailbox.";

async function readAttachments(channel: OpenChannel, uid: string, options: Opening): Promise<Attachment[]> {
  const [validity, number = ""] = uid.split(":");
  const client = await openMailbox(channel, options);
  try {
    const mailbox = await client.mailboxOpen("INBOX", { readOnly: true });
    const found =
      String(mailbox.uidValidity) === validity &&
      (await client.fetchOne(number, { source: { maxLength: mostBytes } }, { uid: true }));
    if (!found || !found.source) throw new ChannelProblem("message", noMail);
    return (await PostalMime.parse(found.source)).attachments;
  } catch (error) {
    options.signal.throwIfAborted();
    throw describe(error);
  } finally {
    await client.logout().catch(() => client.close());
  }
}

interface ImapError {
  authenticationFailed?: boolean;
  code?: string;
}

function describe(error: unknown): ChannelProblem {
  if (error instanceof ChannelProblem) return error;
  if (error instanceof EgressError)
    return new ChannelProblem(
      "credentials",
      "The IMAP server can’t be reached. Check its name; private networks need EGRESS_ALLOW.",
    );
  const { authenticationFailed, code = "" } = (error ?? {}) as ImapError; // read field by field
  if (authenticationFailed)
    return new ChannelProblem("credentials", "The IMAP server does not take the user name and password.");
  if (/CERT|SELF_SIGNED|ALTNAME/.test(code))
    return new ChannelProblem("credentials", "The IMAP server’s certificate is not valid.");
  return new ChannelProblem("later", `The IMAP server does not answer${code ? ` (${code})` : ""}.`);
}
