import { spawn, spawnSync } from "node:child_process";
import { chownSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { ImapFlow } from "imapflow";
import { vi } from "vitest";
import { mailboxPassword, mailboxUser } from "../kit/channels/imapServer.ts";
import { findPort } from "../kit/network/findPort.ts";

/** A real IMAP server with one mailbox, in a folder of its own. */
export interface Dovecot {
  port: number;
  /** Puts a mail into the inbox; whoever waits hears of it. */
  deliver(source: string): Promise<void>;
  stop(): Promise<void>;
}

// Debian has it where only the administrator's shell looks.
const env = { ...process.env, PATH: `${process.env["PATH"]}${delimiter}/usr/sbin` };

/** Why it can't be run on this machine; null where it can. With `OPERATIONS=required` its tests fail instead of being skipped. */
export function explainMissing(): string | null {
  if (process.env["OPERATIONS"] === "required") return null;
  return spawnSync("dovecot", ["--version"], { env }).error
    ? "not run: apt-get install --no-install-recommends dovecot-imapd"
    : null;
}

/** Starts it on a port of its own. */
export async function startDovecot(): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), "dovecot-"));
  const port = await findPort();
  const mail = join(folder, "mail");
  mkdirSync(mail);
  const owner = findOwner();
  if (owner.isRoot) chmodSync(folder, 0o755);
  chownSync(mail, owner.uid, owner.gid);
  writeFileSync(join(folder, "users"), `${mailboxUser}:{PLAIN}${mailboxPassword}::::::\n`, { mode: 0o644 });
  writeFileSync(join(folder, "dovecot.conf"), configure({ folder, port, owner }));
  const child = spawn("dovecot", ["-F", "-c", join(folder, "dovecot.conf")], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  child.once("error", ({ message }) => (said += message));
  const hasEnded = () => child.pid === undefined || child.exitCode !== null;
  await vi.waitUntil(() => hasEnded() || isListening(port), 20_000);
  if (hasEnded()) throw new Error(`dovecot ended: ${said.slice(-1000)}`);
  return {
    port,
    async deliver(source) {
      const client = new ImapFlow({
        ...{ host: "127.0.0.1", port, secure: false, logger: false },
        auth: { user: mailboxUser, pass: mailboxPassword },
      });
      await client.connect();
      await client.append("INBOX", Buffer.from(source.replace(/\r?\n/g, "\r\n")));
      await client.logout();
    },
    async stop() {
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Owner {
  uid: number;
  gid: number;
  name: string;
  isRoot: boolean;
}

/** Dovecot gives no mail to the administrator: then it is nobody's. */
function findOwner(): Owner {
  const { uid, gid, username } = userInfo();
  if (uid !== 0) return { uid, gid, name: username, isRoot: false };
  const nobody = Number(spawnSync("id", ["-u", "nobody"]).stdout.toString());
  const group = Number(spawnSync("id", ["-g", "nobody"]).stdout.toString());
  return { uid: nobody, gid: group, name: "nobody", isRoot: true };
}

function configure({ folder, port, owner }: { folder: string; port: number; owner: Owner }): string {
  const asOwner = `default_internal_user = ${owner.name}
default_login_user = ${owner.name}
default_internal_group = ${spawnSync("id", ["-gn", owner.name]).stdout.toString().trim()}`;
  return `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = /dev/stderr
ssl = no
disable_plaintext_auth = no
first_valid_uid = 1
first_valid_gid = 1
${owner.isRoot ? "" : asOwner}
mail_location = maildir:${folder}/mail/inbox
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
auth_failure_delay = 0
service anvil {
  chroot =
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail
}
`;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => (socket.destroy(), resolve(true)));
    socket.once("error", () => resolve(false));
  });
}
