import { readFile } from "node:fs/promises";
import { apply, plan, pull, test } from "./ascode/commands.ts";
import { openTarget } from "./ascode/target.ts";
import { brandName, version } from "../shared/domain/product.ts";
import {
  findOrganizationOf,
  makePasswordLink,
  setSuperAdmin,
  turnSecondFactorOff,
  unlinkProvider,
} from "./accounts/commands.ts";
import { rebuildFigures } from "./conversations/figures/rebuild.ts";
import { seedDemo } from "./analytics/demo/seedDemo.ts";
import { createAskInside } from "./http/createAskInside.ts";
import { openUnstarted } from "./http/openUnstarted.ts";
import { acceptSecretKey } from "./accounts/secretKeyCheck.ts";
import { backupCommand, moveToCommand, restoreCommand } from "./backup/commands.ts";
import type { CommandDeps } from "./backup/commands.ts";
import { backUpBeforeUpgrade } from "./backup/beforeUpgrade.ts";
import { tryMigration } from "./backup/tryMigration.ts";
import { openFiles } from "./storage/createStorage.ts";
import { readConfig } from "./config.ts";
import { CannotStart } from "./database/cannotStart.ts";
import { adopt, isMigrated, migrate } from "./database/migrate.ts";
import { openSecrets } from "./database/secrets.ts";
import type { Store } from "./database/store.ts";
import { operatorFetch } from "./egress/operatorFetch.ts";
import { examine, writeReport } from "./installation/doctor.ts";
import { providerFetch } from "./egress/providerFetch.ts";
import { createEgress } from "./egress/egress.ts";
import { reproduce } from "./evaluation/reproduce.ts";
import { migrations } from "./http/migrations.ts";
import { previewReading } from "./knowledge/previewReading.ts";
import { createModels } from "./models/models.ts";
import { openStore } from "./database/openStore.ts";

interface Command {
  usage: string;
  what: string;
  run(store: Store, given: string[]): Promise<string>;
}

/** A command that needs no installation of this version. */
type Tool = Omit<Command, "run"> & { run(given: string[]): Promise<string> };

/** `npm run cli -- NAME ...`: what an operator does without a screen. */
const commands: Record<string, Command> = {
  "password-link": {
    usage: "password-link EMAIL",
    what: "prints a link by which this person chooses a new password; good for one hour",
    run: (store, [email = ""]) => makePasswordLink(store, { email, origin: originOf(), now: Date.now() }),
  },
  "super-admin": {
    usage: "super-admin EMAIL on|off",
    what: "lets this person pass every guard of the console; it opens no other organization's rows",
    run: (store, [email = "", state = ""]) => setSuperAdmin(store, { email, state }),
  },
  "two-factor": {
    usage: "two-factor EMAIL off",
    what: "turns two-factor sign-in off for somebody who has lost the app and the recovery codes",
    run: (store, [email = "", state = ""]) => turnSecondFactorOff(store, { email, state }),
  },
  "new-secret-key": {
    usage: "new-secret-key",
    what: "goes on with the secret key that is there now, where the former one is lost for good",
    run: (store) => acceptSecretKey({ store, secrets: openSecrets(readConfig()), now: Date.now }),
  },
  figures: {
    usage: "figures rebuild",
    what: "works all figures out anew from the conversations; stop a server on SQLite before",
    run: (store, [part = ""]) => rebuild(store, part),
  },
  seed: {
    usage: "seed --demo [EMAIL]",
    what: "makes a demo agent with 200 conversations of 60 days, for this owner; deleting the agent removes them",
    run: (store, [part = "", email = ""]) => seed(store, part, email),
  },
  "unlink-provider": {
    usage: "unlink-provider EMAIL",
    what: "lets the provider's next sign-in with this address be theirs, whoever signed in with it before",
    run: (store, [email = ""]) => unlinkProvider(store, { email }),
  },
};

/** What is written anew from other rows. */
async function rebuild(store: Store, part: string): Promise<string> {
  if (part !== "rebuild") throw new CannotStart("Write `npm run cli -- figures rebuild`.");
  return `The figures of ${await rebuildFigures(store)} conversations were made anew.`;
}

async function seed(store: Store, part: string, email: string): Promise<string> {
  if (part !== "--demo") throw new CannotStart("Write `npm run cli -- seed --demo`.");
  const organizationId = await findOrganizationOf(store, email);
  const { server, stop } = await openUnstarted(store, readConfig());
  try {
    const askInside = createAskInside(() => server.routes);
    const agent = await seedDemo({ store, askInside, now: Date.now }, organizationId);
    return `"${agent.name}" is there, with its conversations. Delete it in the console to remove them.`;
  } finally {
    await stop();
  }
}

const tools: Record<string, Tool> = {
  doctor: {
    usage: "doctor",
    what: "looks at database, key, disk, clock, proxy, mail and backups, with the line to paste; ends with 1 for an error",
    run: doctor,
  },
  backup: {
    usage: "backup [--to FOLDER] [--keep N]",
    what: "writes all rows and files into a folder of its own there; the server may run",
    run: (given) => backupCommand(commandDeps(), given),
  },
  restore: {
    usage: "restore FOLDER",
    what: "puts a backup into an empty installation, of SQLite or Postgres",
    run: (given) => restoreCommand(commandDeps(), given),
  },
  "move-to": {
    usage: "move-to postgres://…|FOLDER",
    what: "copies all rows to the other kind of database; stop the server first",
    run: (given) => moveToCommand(commandDeps(), given),
  },
  migrate: {
    usage: "migrate [--dry-run]",
    what: "brings the database up to this version; with --dry-run says what that does and how long it takes",
    run: migrateCommand,
  },
  adopt: {
    usage: "adopt",
    what: "takes over a database from before release 0.1.0, once; make a backup first",
    run: () => withStore((store) => adopt(store, migrations)),
  },
  ...Object.fromEntries(
    (
      [
        ["pull", "pull [--dir FOLDER]", "writes the agents of PILOTHOUSE_URL as YAML, without secrets", pull],
        [
          "plan",
          "plan [--out FILE] [--prune]",
          "says what apply would change; ends with 2 where it would",
          plan,
        ],
        ["apply", "apply [--plan FILE] [--prune]", "makes the drafts on the server like the files", apply],
        ["test", "test [--dir FOLDER]", "runs the agents' test cases; ends with 2 where one fails", test],
      ] as const
    ).map(([name, usage, what, run]) => [
      name,
      { usage, what, run: (given: string[]) => runOnTarget(run, given) },
    ]),
  ),
  read: {
    usage: "read FILE|URL",
    what: "prints the passages that would be read from a file or a page, and what is left out and why",
    run: readPlace,
  },
  reproduce: {
    usage: "reproduce FILE [MODEL]",
    what: "answers the question of a reproduction file anew and prints both answers",
    run: reproduceFile,
  },
};

const [name = "", ...given] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
const tool = Object.hasOwn(tools, name) ? tools[name] : undefined;

try {
  if (tool) console.log(await tool.run(given));
  else if (command) await runWithStore(command);
  else throw new CannotStart(describeAll());
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exitCode = 1;
}

async function runWithStore(command: Command): Promise<void> {
  const said = await withStore(async (store) => {
    // A server of this version is running, or the first command comes before the first start.
    if (!(await isMigrated(store.db, migrations))) await migrate(store, migrations);
    return command.run(store, given);
  });
  console.log(said);
}

async function withStore(work: (store: Store) => Promise<string>): Promise<string> {
  const store = await openStore({ ...readConfig(), report: console.error, isBrief: true });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function reproduceFile([path = "", model]: string[]): Promise<string> {
  const text = await readFile(path, "utf8").catch(() => {
    throw new CannotStart(`The file ${path || "FILE"} can't be read.`);
  });
  const models = createModels({ settings: readConfig().models, fetch: providerFetch });
  return reproduce({ text, model, models, report: console.error });
}

async function readPlace([place = ""]: string[]): Promise<string> {
  const { egressAllow } = readConfig();
  const egress = createEgress({ allow: egressAllow });
  try {
    return await previewReading({ place, egress, publicUrl: originOf() });
  } catch (error) {
    if (error instanceof Error && "code" in error && /^E(?:NOENT|ISDIR|ACCES)$/.test(String(error.code)))
      throw new CannotStart(`The file ${place || "FILE"} can't be read.`);
    throw error;
  }
}

async function doctor(): Promise<string> {
  const config = readConfig();
  return withStore(async (store) => {
    const found = await examine({
      ...{
        settings: config,
        store,
        secrets: openSecrets(config),
        version,
        now: Date.now,
        fetch: operatorFetch,
      },
      isMigrated: () => isMigrated(store.db, migrations),
    });
    if (found.some(({ state }) => state === "error")) process.exitCode = 1;
    return writeReport(found);
  });
}

async function migrateCommand([how = ""]: string[]): Promise<string> {
  if (!["", "--dry-run"].includes(how)) throw new CannotStart("Write `npm run cli -- migrate --dry-run`.");
  return withStore(async (store) => {
    if (how === "--dry-run") return tryMigration(store, migrations);
    const config = readConfig();
    const files = openFiles({ ...config, now: Date.now });
    const deps = { ...config, store, files, migrations, version, now: Date.now, report: console.log };
    const kept = config.backsUpBeforeUpgrade ? await backUpBeforeUpgrade(deps) : null;
    if (kept !== null) console.log(`All rows are kept in ${kept}.`);
    const steps = await migrate(store, migrations);
    return steps.length === 0
      ? "Nothing to do: the database is at this version."
      : `Done: ${steps.join(" ")}`;
  });
}

/** A command over HTTP: it may run far from the server. */
async function runOnTarget(run: typeof plan, given: string[]): Promise<string> {
  const { codeTarget } = readConfig();
  if (codeTarget === null)
    throw new CannotStart("Set PILOTHOUSE_URL, PILOTHOUSE_API_KEY and PILOTHOUSE_ORG.");
  const { text, code } = await run(openTarget({ ...codeTarget, fetch: operatorFetch }), given);
  process.exitCode = code;
  return text;
}

function commandDeps(): CommandDeps {
  return { config: readConfig(), migrations, report: console.log };
}

function originOf(): string {
  const { publicOrigin, port } = readConfig();
  return publicOrigin ?? `http://localhost:${port}`;
}

function describeAll(): string {
  const rows = [...Object.values(commands), ...Object.values(tools)].map(
    ({ usage, what }) => `  ${usage.padEnd(33)} ${what}`,
  );
  return [`${brandName}: npm run cli -- COMMAND`, ...rows].join("\n");
}
