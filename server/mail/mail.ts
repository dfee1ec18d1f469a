import { brandName } from "../../shared/domain/product.ts";
import type { Tx } from "../database/store.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { JobHandler, NamedJobKind } from "../jobs/kinds.ts";
import { newId } from "../database/ids.ts";
import type { Letter, PlainLetter } from "./letter.ts";

/** Seals a text so that the database alone does not tell it. */
export interface Seal {
  seal(text: string, purpose: string): string;
  unseal(sealed: string, purpose: string): string;
}

export interface MailSettings {
  /** `smtp://user:password@host:port`, or `smtps://`; none: no mail goes out. */
  smtpUrl: string | undefined;
  /** The sender's address. */
  from: string | undefined;
}

export interface Mail {
  name: string;
  jobs: NamedJobKind[];
  /** Without a mail server, the caller shows the link instead. */
  isConfigured: boolean;
  /** Puts a letter into line with the caller's transaction: it goes out once that is committed, over cuts and restarts. */
  post(tx: Tx, letter: Letter): Promise<void>;
  /**
   * Does all that `post` does, but for handing the letter over: where a letter goes only to who has an account, what the
   * server does after its answer must not tell who has one either.
   */
  pretend(tx: Tx, letter: Letter): Promise<void>;
  /**
   * Hands a letter over at once, for a job that writes it when it sends it: nothing keeps a copy, and it holds up no link or
   * code that somebody waits for.
   */
  send(letter: Letter | PlainLetter): Promise<void>;
}

export interface MailDeps {
  settings: MailSettings;
  jobs: Pick<Jobs, "enqueue">;
  seal: Seal;
}

/** What is sealed in a job. */
type Sealed = Letter & { isPretended?: true };

const kind = "mail";
const sealPurpose = "mail";
/** Letters belong to people, not to organizations. */
const organizationId = "";
const timeouts = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

/** The way out for letters: a queue before the operator's SMTP server. */
export function createMail({ settings: { smtpUrl, from }, jobs, seal }: MailDeps): Mail {
  const name = "mail";
  const nothing = async () => {};
  if (!smtpUrl)
    return { name, jobs: [], isConfigured: false, post: nothing, pretend: nothing, send: nothing };
  let opened: ReturnType<typeof openTransports> | undefined;
  const open = () => (opened ??= openTransports(smtpUrl));
  const sender = { name: brandName, address: from ?? senderOf(smtpUrl) };
  const send = async (letter: Letter | PlainLetter) => {
    const { transport } = await open();
    await transport.sendMail({ ...letter, from: sender });
  };
  const handler: JobHandler = async ({ payload }) => {
    const { sealed } = JSON.parse(payload) as { sealed: string }; // written by post
    const { isPretended, ...letter } = JSON.parse(seal.unseal(sealed, sealPurpose)) as Sealed; // sealed by put
    if (!isPretended) return send(letter);
    const { transport, nowhere } = await open();
    await nowhere.sendMail({ ...letter, from: sender });
    await transport.verify();
  };
  async function put(tx: Tx, content: Sealed): Promise<void> {
    // Links in letters sign people in: a copy of the database must not tell them.
    const sealed = seal.seal(JSON.stringify(content), sealPurpose);
    await jobs.enqueue(tx, { organizationId, kind, key: newId(), payload: { sealed } });
  }
  return {
    name,
    jobs: [{ kind, handler }],
    isConfigured: true,
    post: put,
    pretend: (tx, letter) => put(tx, { ...letter, isPretended: true }),
    send,
  };
}

/** The mail server, and a place where letters are written and go nowhere. Loaded with the first letter: it is forty files. */
async function openTransports(smtpUrl: string) {
  const { createTransport } = await import("nodemailer");
  return {
    transport: createTransport({ url: smtpUrl, ...timeouts }),
    nowhere: createTransport({ streamTransport: true, buffer: true }),
  };
}

function senderOf(smtpUrl: string): string {
  const { username, hostname } = new URL(smtpUrl);
  const user = decodeURIComponent(username);
  return user.includes("@") ? user : `no-reply@${hostname}`;
}
