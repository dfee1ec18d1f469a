import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

export interface ImapServer {
  port: number;
  /** How often mails were read. */
  looks: number;
  /** Puts a mail into the inbox; whoever waits hears of it. */
  deliver(source: string): void;
  stop(): Promise<void>;
}

export const mailboxUser = "help@example.com";
export const mailboxPassword = "mailbox secret";
const validity = 1700000000;

/** Starts a server with one inbox that speaks as much IMAP (RFC 3501, with IDLE) as reading it takes, and refuses the rest. */
export async function startImapServer(): Promise<ImapServer> {
  const mails: string[] = [];
  const idle = new Map<Socket, string>();
  const sockets = new Set<Socket>();
  let looks = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => idle.delete(socket) && sockets.delete(socket));
    let rest = "";
    let isIn = false;
    /** How many mails the client was told of. */
    let told = 0;
    socket.write("* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n");
    socket.on("data", (chunk) => {
      rest += chunk.toString("latin1");
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        answer(socket, line);
      }
    });

    function answer(to: Socket, line: string): void {
      const waiting = idle.get(to);
      if (waiting !== undefined) {
        idle.delete(to);
        return void to.write(`${waiting} OK IDLE ended\r\n`);
      }
      const [, tag = "*", command = "", args = ""] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
      const done = (text: string) => to.write(`${tag} ${text}\r\n`);
      const name = command.toUpperCase();
      if (name === "CAPABILITY") {
        to.write("* CAPABILITY IMAP4rev1 IDLE\r\n");
        return void done("OK done");
      }
      if (name === "NOOP") return void done("OK done");
      if (name === "ID") {
        to.write("* ID NIL\r\n");
        return void done("OK done");
      }
      if (name === "LOGOUT") {
        to.write("* BYE\r\n");
        done("OK done");
        return void to.end();
      }
      if (name === "LOGIN") {
        isIn = args === `"${mailboxUser}" "${mailboxPassword}"`;
        return void done(isIn ? "OK signed in" : "NO [AUTHENTICATIONFAILED] Authentication failed.");
      }
      if (!isIn) return void done("BAD sign in first");
      if (name === "LIST" || name === "LSUB") {
        to.write(`* ${name} (\\HasNoChildren) "/" "INBOX"\r\n`);
        return void done("OK done");
      }
      if (name === "SELECT" || name === "EXAMINE") {
        told = mails.length;
        to.write(`* FLAGS (\\Seen)\r\n* ${mails.length} EXISTS\r\n* 0 RECENT\r\n`);
        to.write(`* OK [UIDVALIDITY ${validity}] here\r\n* OK [UIDNEXT ${mails.length + 1}] here\r\n`);
        return void done(`OK [${name === "EXAMINE" ? "READ-ONLY" : "READ-WRITE"}] done`);
      }
      if (name === "IDLE") {
        idle.set(to, tag);
        to.write("+ idling\r\n");
        // What came between two commands is told with the next one.
        if (mails.length > told) to.write(`* ${mails.length} EXISTS\r\n`);
        told = mails.length;
        return;
      }
      if (name === "UID FETCH") {
        looks += 1;
        const [, from = "1", isRange] = /^(\d+)(:?)/.exec(args) ?? [];
        const found = mails
          .map((source, index) => ({ source, uid: index + 1 }))
          .filter(({ uid }) => (isRange ? uid >= Number(from) : uid === Number(from)));
        for (const { source, uid } of found) {
          const bytes = Buffer.from(source);
          const facts = `UID ${uid} RFC822.SIZE ${bytes.length} INTERNALDATE "29-Nov-2026 10:00:00 +0000"`;
          to.write(`* ${uid} FETCH (${facts} BODY[]<0> {${bytes.length}}\r\n`);
          to.write(bytes);
          to.write(")\r\n");
        }
        return void done("OK done");
      }
      done("BAD unknown command");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port, // it listens on TCP
    get looks() {
      return looks;
    },
    deliver(source) {
      mails.push(source.replace(/\r?\n/g, "\r\n"));
      for (const socket of idle.keys()) socket.write(`* ${mails.length} EXISTS\r\n`);
    },
    stop: async () => {
      sockets.forEach((socket) => socket.destroy());
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
