import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** A letter as it arrived. */
export interface ArrivedLetter {
  to: string[];
  /** The whole message, headers and all, with soft line breaks and encoded words undone. */
  source: string;
  /** The same as it came over the line. */
  raw: string;
}

export interface MailServer {
  /** For SMTP_URL. */
  url: string;
  letters: ArrivedLetter[];
  /** How many of the next letters it refuses for now, as a busy server does. */
  refuseNext(count: number): void;
  stop(): Promise<void>;
}

/** Starts a real SMTP server on a free port; it wants the user `mail@example.com` with the password `secret`. */
export async function startMailServer(): Promise<MailServer> {
  const letters: ArrivedLetter[] = [];
  let toRefuse = 0;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth: ({ username, password }, _session, done) => {
      const isRight = username === "mail@example.com" && password === "secret";
      if (isRight) done(null, { user: username });
      else done(new Error("wrong user"));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (toRefuse > 0) {
          toRefuse -= 1;
          return done(Object.assign(new Error("come again"), { responseCode: 451 }));
        }
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const raw = Buffer.concat(chunks).toString("utf8");
        letters.push({ to, raw, source: decode(raw) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo; // it listens on TCP
  return {
    url: `smtp://mail%40example.com:secret@127.0.0.1:${port}`,
    letters,
    refuseNext: (count) => void (toRefuse = count),
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}

/** Undoes quoted-printable, in which mails are written. */
function decode(source: string): string {
  return source
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** What a letter says, as a mail program reads it: its subject, its text and its HTML. */
export function readLetter({ raw }: ArrivedLetter): { subject: string; text: string; html: string } {
  const [, head = ""] = /^([\s\S]*?)\r?\n\r?\n/.exec(raw) ?? [];
  const subject = /^subject: ([\s\S]*?)(?=\r?\n\S)/im.exec(head)?.[1] ?? "";
  const [, boundary = ""] = /boundary="([^"]+)"/.exec(head) ?? [];
  const parts = raw.split(`--${boundary}`).slice(1, -1);
  const read = (type: string) => readPart(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? "");
  return { subject: readWords(subject), text: read("text/plain"), html: read("text/html") };
}

function readPart(part: string): string {
  const [, head = "", body = ""] = /^\s*([\s\S]*?)\r?\n\r?\n([\s\S]*)$/.exec(part) ?? [];
  return /base64/i.test(head) ? Buffer.from(body, "base64").toString() : readQuoted(body);
}

/** Words of a header that are not plain: `=?UTF-8?Q?...?=` or `=?UTF-8?B?...?=`. */
function readWords(text: string): string {
  const words = text.replace(/\?=\s+=\?/g, "?==?");
  return words.replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_, form: string, word: string) =>
    form.toLowerCase() === "b"
      ? Buffer.from(word, "base64").toString()
      : readQuoted(word.replaceAll("_", " ")),
  );
}

function readQuoted(text: string): string {
  return Buffer.from(decode(text), "latin1").toString();
}

/** The first link in a letter. */
export function linkIn({ source }: ArrivedLetter): URL {
  return new URL(/https?:\/\/\S+token=[\w-]+/.exec(source)?.[0] ?? "http://none/");
}

/** The code of six digits in a letter. */
export function codeIn({ source }: ArrivedLetter): string {
  return /^ {4}(\d{6})\r?$/m.exec(source)?.[1] ?? "";
}
