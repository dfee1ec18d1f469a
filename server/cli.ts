import { brandName } from "../shared/domain/product.ts";
import { makePasswordLink, setSuperAdmin } from "./accounts/commands.ts";
import { readConfig } from "./config.ts";
import { CannotStart } from "./database/cannotStart.ts";
import { isMigrated, migrate } from "./database/migrate.ts";
import { openStore } from "./database/store.ts";
import type { Store } from "./database/store.ts";

interface Command {
  usage: string;
  what: string;
  run(store: Store, given: string[]): Promise<string>;
}

/** `npm run cli -- NAME ...`: what an operator does without a screen. */
const commands: Record<string, Command> = {
  "password-link": {
    usage: "password-link EMAIL",
    what: "prints a link by which this person chooses a new password; good for one hour",
    run: (store, [email = ""]) => makePasswordLink(store, { email, origin: originOf(), now: Date.now() }),
  },
  "super-admin": {
    usage: "super-admin EMAIL on|off",
    what: "lets this person pass every guard of the console; it opens no other organisation's rows",
    run: (store, [email = "", state = ""]) => setSuperAdmin(store, { email, state }),
  },
};

const [name = "", ...given] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

try {
  if (!command) throw new CannotStart(describeAll());
  const store = await openStore({ ...readConfig(), report: console.error, isBrief: true });
  try {
    // A server of this version is running, or the first command comes before the first start.
    if (!(await isMigrated(store.db))) await migrate(store);
    console.log(await command.run(store, given));
  } finally {
    await store.close();
  }
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

function originOf(): string {
  const { publicOrigin, port } = readConfig();
  return publicOrigin ?? `http://localhost:${port}`;
}

function describeAll(): string {
  const rows = Object.values(commands).map(({ usage, what }) => `  ${usage.padEnd(28)} ${what}`);
  return [`${brandName}: npm run cli -- COMMAND`, ...rows].join("\n");
}
