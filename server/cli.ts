import { readFile } from "node:fs/promises";
import { brandName, version } from "../shared/domain/product.ts";
import {
  findMember,
  makePasswordLink,
  setSuperAdmin,
  turnSecondFactorOff,
  unlinkProvider,
} from "./accounts/commands.ts";
import { acceptSecretKey } from "./accounts/secretKeyCheck.ts";
import type { CommandDeps } from "./backup/commands.ts";
import { backUpBeforeUpgrade } from "./backup/beforeUpgrade.ts";
import { busyCode } from "./backup/nightly.ts";
import { tryMigration } from "./backup/tryMigration.ts";
import { openFiles } from "./storage/createStorage.ts";
import { describeConfig, readConfig } from "./config.ts";
import { Busy, CannotStart } from "./database/cannotStart.ts";
import { adopt, isMigrated, migrate } from "./database/migrate.ts";
import { openSecrets } from "./database/secrets.ts";
import type { Store } from "./database/store.ts";
import { operatorFetch } from "./egress/operatorFetch.ts";
import { createEgress } from "./egress/egress.ts";
import { migrations } from "./http/migrations.ts";
import { openStore } from "./database/openStore.ts";

interface Command {
  usage: string;
  what: string;
  run(store: Store, given: string[]): Promise<string>;
}

/** A command that needs no installation of this version. */
type Tool = Omit<Command, "run"> & { run(given: string[]): Promise<string> };

/** `npm run cli -- NAME ...`: what an operator does without a screen. A command loads what it needs alone when it runs. */
const commands: Record<string, Command> = {
  "password-link": {
    usage: "password-link EMAIL",
    what: "prints a link to set a new password, valid for one hour",
    run: (store, [email = ""]) => makePasswordLink(store, { email, origin: originOf(), now: Date.now() }),
  },
  "super-admin": {
    usage: "super-admin EMAIL on|off",
    what: "opens every console page to this person, but no other organization's data",
    run: (store, [email = "", state = ""]) => setSuperAdmin(store, { email, state }),
  },
  "two-factor": {
    usage: "two-factor EMAIL off",
    what: "turns off two-factor sign-in for someone who lost the app and the recovery codes",
    run: (store, [email = "", state = ""]) => turnSecondFactorOff(store, { email, state }),
  },
  "new-secret-key": {
    usage: "new-secret-key",
    what: "accepts the current secret key when the old one is lost",
    run: (store) => acceptSecretKey({ store, secrets: openSecrets(readConfig()), now: Date.now }),
  },
  figures: {
    usage: "figures rebuild",
    what: "recalculates all figures from the conversations; with SQLite, stop the server first",
    run: (store, [part = ""]) => rebuild(store, part),
  },
  seed: {
    usage: "seed --demo [EMAIL]",
    what: "creates a demo agent with 200 conversations over 60 days for this owner; delete the agent to remove them",
    run: (store, [part = "", email = ""]) => seed(store, part, email),
  },
  import: {
    usage: "import FORMAT FILE --agent ID [--dry-run]",
    what: "imports an export of chatwoot, intercom, zendesk or chatbase and reports what it left out",
    run: importExport,
  },
  "unlink-provider": {
    usage: "unlink-provider EMAIL",
    what: "links the provider's next sign-in with this address to this account",
    run: (store, [email = ""]) => unlinkProvider(store, { email }),
  },
};

/** Rows that are calculated from other rows. */
async function rebuild(store: Store, part: string): Promise<string> {
  if (part !== "rebuild") throw new CannotStart("Write `npm run cli -- figures rebuild`.");
  const { rebuildFigures } = await import("./conversations/figures/rebuild.ts");
  return `Recalculated the figures of ${await rebuildFigures(store)} conversations.`;
}

async function seed(store: Store, part: string, email: string): Promise<string> {
  if (part !== "--demo") throw new CannotStart("Write `npm run cli -- seed --demo`.");
  const { organizationId, userId } = await findMember(store, email);
  const { makeDemo } = await import("../shared/contract/analytics/demo.ts");
  const { askInside, ownerOf, stop } = await openInside(store);
  try {
    const { data } = await askInside(makeDemo, { organizationId, as: ownerOf(organizationId, userId) });
    return `Created “${data.name}” with its conversations. Delete the agent in the console to remove them.`;
  } finally {
    await stop();
  }
}

async function importExport(store: Store, given: string[]): Promise<string> {
  const { importCommand } = await import("./importing/importCommand.ts");
  const { askInside, stop } = await openInside(store);
  try {
    return await importCommand({ ...readConfig(), store, askInside, now: Date.now }, given);
  } finally {
    await stop();
  }
}

/** The whole server, not started, with a way to call it. */
async function openInside(store: Store) {
  const { openUnstarted } = await import("./http/openUnstarted.ts");
  const { createAskInside, ownerOf } = await import("./http/createAskInside.ts");
  const { server, stop } = await openUnstarted(store, readConfig());
  return { askInside: createAskInside(() => server.routes), ownerOf, stop };
}

const tools: Record<string, Tool> = {
  config: {
    usage: "config check",
    what: "checks the settings and lists those that are set, without secrets; exit code 1 if one is wrong",
    run: checkConfig,
  },
  doctor: {
    usage: "doctor",
    what: "checks database, key, disk, clock, proxy, mail and backups, with the line to paste; exit code 1 on errors",
    run: doctor,
  },
  backup: {
    usage: "backup [--to FOLDER|s3://BUCKET/PREFIX] [--keep N]",
    what: "backs up all rows and files, also while the server runs",
    run: async (given) => (await import("./backup/commands.ts")).backupCommand(commandDeps(), given),
  },
  restore: {
    usage: "restore FOLDER|s3://… [--organization ID|SLUG | --agent ID]",
    what: "restores a backup into an empty installation, or one part of it into any, also while the server runs",
    run: async (given) => (await import("./backup/commands.ts")).restoreCommand(commandDeps(), given),
  },
  "move-to": {
    usage: "move-to postgres://…|FOLDER",
    what: "copies all rows to the other kind of database; stop the server first",
    run: async (given) => (await import("./backup/commands.ts")).moveToCommand(commandDeps(), given),
  },
  migrate: {
    usage: "migrate [--dry-run]",
    what: "upgrades the database to this version; --dry-run shows the steps and their time",
    run: migrateCommand,
  },
  adopt: {
    usage: "adopt",
    what: "converts a database from before release 0.1.0, once; make a backup first",
    run: () => withStore((store) => adopt(store, migrations)),
  },
  pull: {
    usage: "pull [--dir FOLDER]",
    what: "writes the agents of PILOTHOUSE_URL as YAML, without secrets",
    run: (given) => runOnTarget("pull", given),
  },
  plan: {
    usage: "plan [--out FILE] [--prune]",
    what: "shows what apply would change; exit code 2 if anything",
    run: (given) => runOnTarget("plan", given),
  },
  apply: {
    usage: "apply [--plan FILE] [--prune]",
    what: "changes the drafts on the server to match the files",
    run: (given) => runOnTarget("apply", given),
  },
  test: {
    usage: "test [--dir FOLDER]",
    what: "runs the agents' test cases; exit code 2 if one fails",
    run: (given) => runOnTarget("test", given),
  },
  read: {
    usage: "read FILE|URL",
    what: "prints the passages read from a file or page, and what is left out and why",
    run: readPlace,
  },
  reproduce: {
    usage: "reproduce FILE [MODEL]",
    what: "answers the question of a reproduction file again and prints both answers",
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
  process.exitCode = error instanceof Busy ? busyCode : 1;
}

async function runWithStore(command: Command): Promise<void> {
  // A server of this version is running, or the first command comes before the first start.
  const isReady = await withStore((store) => isMigrated(store.db, migrations));
  if (!isReady) await withStore((store) => migrate(store, migrations), { isBrief: false });
  console.log(await withStore((store) => command.run(store, given)));
}

async function withStore<Result>(
  work: (store: Store) => Promise<Result>,
  { isBrief = true } = {},
): Promise<Result> {
  const store = await openStore({ ...readConfig(), report: console.error, isBrief });
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
  const { reproduce } = await import("./evaluation/reproduce.ts");
  const { createModels } = await import("./models/models.ts");
  const { providerFetch } = await import("./egress/providerFetch.ts");
  const models = createModels({ settings: readConfig().models, fetch: providerFetch });
  return reproduce({ text, model, models, report: console.error });
}

async function readPlace([place = ""]: string[]): Promise<string> {
  const { egressAllow } = readConfig();
  const egress = createEgress({ allow: egressAllow });
  try {
    const { previewReading } = await import("./knowledge/previewReading.ts");
    return await previewReading({ place, egress, publicUrl: originOf() });
  } catch (error) {
    if (error instanceof Error && "code" in error && /^E(?:NOENT|ISDIR|ACCES)$/.test(String(error.code)))
      throw new CannotStart(`The file ${place || "FILE"} can't be read.`);
    throw error;
  }
}

async function checkConfig([part]: string[]): Promise<string> {
  if (part !== "check") throw new CannotStart("Write `npm run cli -- config check`.");
  return describeConfig();
}

async function doctor(): Promise<string> {
  const config = readConfig();
  const { examine, writeReport } = await import("./installation/doctor.ts");
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
  if (how === "--dry-run") return withStore((store) => tryMigration(store, migrations));
  return withStore(upgrade, { isBrief: false });
}

/** Holds the data folder: a server that runs on SQLite would use changed tables. */
async function upgrade(store: Store): Promise<string> {
  const config = readConfig();
  const files = openFiles({ ...config, now: Date.now });
  const deps = { ...config, store, files, migrations, version, now: Date.now, report: console.log };
  const kept = config.backsUpBeforeUpgrade ? await backUpBeforeUpgrade(deps) : null;
  if (kept !== null) console.log(`All rows are kept in ${kept}.`);
  const steps = await migrate(store, migrations);
  return steps.length === 0 ? "Nothing to do: the database is at this version." : `Done: ${steps.join(" ")}`;
}

/** A command over HTTP: it may run far from the server. */
async function runOnTarget(name: "pull" | "plan" | "apply" | "test", given: string[]): Promise<string> {
  const { codeTarget } = readConfig();
  if (codeTarget === null)
    throw new CannotStart("Set PILOTHOUSE_URL, PILOTHOUSE_API_KEY and PILOTHOUSE_ORG.");
  const { pull, plan, apply, test } = await import("./ascode/commands.ts");
  const run = { pull, plan, apply, test }[name];
  const { openTarget } = await import("./ascode/target.ts");
  const { text, code } = await run(openTarget({ ...codeTarget, fetch: operatorFetch }), given);
  process.exitCode = code;
  return text;
}

function commandDeps(): CommandDeps {
  return { config: readConfig(), migrations, report: console.log };
}

function originOf(): string {
  const { publicOrigin, basePath, port } = readConfig();
  return (publicOrigin ?? `http://localhost:${port}`) + basePath;
}

function describeAll(): string {
  const rows = [...Object.values(commands), ...Object.values(tools)].map(
    ({ usage, what }) => `  ${usage.padEnd(33)} ${what}`,
  );
  return [`${brandName}: npm run cli -- COMMAND`, ...rows].join("\n");
}
