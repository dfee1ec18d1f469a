import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { brandName, version } from "../shared/domain/product.ts";
import { backUpBeforeUpgrade } from "./backup/beforeUpgrade.ts";
import { openFiles } from "./storage/createStorage.ts";
import { makeInOwnProcess, startNightly } from "./backup/nightly.ts";
import { createScheduler } from "./timing/scheduler.ts";
import { checkSecretKey } from "./accounts/secretKeyCheck.ts";
import { readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { CannotStart, whatToTry } from "./database/cannotStart.ts";
import { isDamage } from "./database/faults.ts";
import { checkIntegrity } from "./database/integrity.ts";
import { listSteps, migrate } from "./database/migrate.ts";
import { markPostgres, refuseBesideOld } from "./database/refuseBesideOld.ts";
import { openSecrets } from "./database/secrets.ts";
import { isTrustworthy } from "./requests/cookies.ts";
import { openSecurityLog } from "./requests/securityLog.ts";
import { createLog, gatherLines, keepNewest } from "./requests/log.ts";
import type { Log } from "./requests/log.ts";
import { operatorFetch } from "./egress/operatorFetch.ts";
import { providerFetch } from "./egress/providerFetch.ts";
import { createTelemetry } from "./telemetry/telemetry.ts";
import { openServer } from "./http/server.ts";
import type { Server } from "./http/server.ts";
import { listen } from "./http/listen.ts";
import { migrations } from "./http/migrations.ts";
import { stopWithin } from "./http/stop.ts";
import { openStore } from "./database/openStore.ts";

/** A larger database is checked further while the server runs; readiness tells what comes of it. */
const longestCheckMs = 500;

/** How many lines of the log the screen of the installation shows; what every request writes is none of them. */
const keptLines = 200;

const root = join(import.meta.dirname, "..");

try {
  await start(readConfig());
} catch (error) {
  console.error(describe(error));
  process.exit(1);
}

/** A person gets words for what they can do something about, and the stack of everything else. */
function describe(error: unknown): unknown {
  if (error instanceof CannotStart) return error.message;
  return isDamage(error) ? `The database is damaged. ${whatToTry}` : error;
}

/** Opens everything, listens, says what to open, and waits for the signal to end. */
async function start(config: Config): Promise<void> {
  const security = config.securityLog === undefined ? null : openSecurityLog(config.securityLog);
  const newest = keepNewest(keptLines);
  const log = createLog({
    write: gatherLines((lines) => process.stdout.write(lines)),
    isPretty: process.stdout.isTTY,
    level: config.logLevel,
    hear(entry) {
      security?.hear(entry);
      if (entry.level !== "info" || entry.message !== "request") newest.hear(entry);
    },
  });
  config.warnings.forEach((warning) => log.warn(warning));
  process.on("unhandledRejection", (error) => log.error("nobody waited for this", error));

  const telemetry = await createTelemetry(config, { log, version });
  const store = await openStore({
    ...config,
    observe: telemetry.statement,
    report: (error) => log.error("in the store", error),
    warn: (text) => log.warn(text),
  });
  const integrity = checkIntegrity(store, (error) => log.error("in the database", error));
  if ((await listSteps(store.db, migrations)).done.length === 0) refuseBesideOld({ store, ...config });
  if (config.backsUpBeforeUpgrade) {
    const files = openFiles({ ...config, now: Date.now });
    const report = (line: string) => log.info("backup before the upgrade", { line });
    const kept = await backUpBeforeUpgrade({
      ...config,
      store,
      files,
      migrations,
      version,
      now: Date.now,
      report,
    });
    if (kept !== null) log.info("kept all rows before the upgrade", { folder: kept });
  }
  const steps = await migrate(store, migrations);
  markPostgres({ store, ...config });
  if (steps.length > 0) log.info("database brought up to this version", { steps: steps.join(" ") });
  const secrets = openSecrets(config);
  await checkSecretKey({ store, secrets, now: Date.now });
  await integrity.waitAtMost(longestCheckMs);
  const server = await openServer({
    ...config,
    store,
    isIntact: integrity.isIntact,
    secrets,
    log,
    telemetry,
    readLog: newest.read,
    version,
    now: Date.now,
    distDir: join(root, "dist"),
    stripe: config.stripe && { settings: config.stripe, fetch: operatorFetch },
    fetch: providerFetch,
    hasModelThread: true,
    checksAnswers: false,
  });
  if (config.firstOwner && config.role !== "worker")
    await server.accounts.createOwnerFromSettings(config.firstOwner);
  const listening = await listen({
    ...config,
    app: server.app,
    report: (error) => log.error("on the socket", error),
  });
  await server.start();
  const origin = config.publicOrigin ?? `http://${nameOfHost(config.host)}:${listening.port}`;
  server.printOrigin(origin);
  const address = origin + config.basePath;
  if (config.role === "worker") {
    log.info(`${brandName} ${version} is ready as a worker. Ask for its health`, {
      open: `${address}/readyz`,
    });
  } else {
    await tellWhatToOpen({ address, server, log, sendsMail: config.mail.smtpUrl !== undefined });
  }

  const nightly = config.role === "web" ? null : config.backup;
  const stopBackups = nightly
    ? startNightly({
        settings: nightly,
        scheduler: createScheduler({ report: (error) => log.error("in a backup", error) }),
        make: makeInOwnProcess,
        report: (error) => log.error("the night's backup failed", error),
      })
    : async () => {};

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    log.info("stopping");
    void stopBackups();
    try {
      const isWhole = await stopWithin({ server, listening, store }, config.stopWithinMs);
      await telemetry.stop();
      if (!isWhole) log.warn("stopped before everything had ended: it is gone on with after the next start");
      process.exit(0);
    } catch (error) {
      log.error("while stopping", error);
      process.exit(1);
    }
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
  // Node writes it at the end only, to which a process that is killed never comes.
  flushCompileCache();
}

async function tellWhatToOpen({
  address,
  server,
  log,
  sendsMail,
}: {
  address: string;
  server: Server;
  log: Log;
  sendsMail: boolean;
}): Promise<void> {
  if (!isTrustworthy(new URL(address).origin)) {
    log.warn("Without https the session cookie can be read on the way. Put a proxy with https in front.");
  }
  const isOwnerNeeded = await server.accounts.isOwnerNeeded();
  if (sendsMail && !isOwnerNeeded && !(await server.knowsOrigin())) {
    log.warn("Mails are refused until PUBLIC_URL says where their links lead.");
  }
  // The one thing to open: while nobody has an account it is the link that makes the first one.
  const open = isOwnerNeeded ? `${address}/auth/login?setup=${server.setupToken}` : address;
  log.info(`${brandName} ${version} is ready. ${isOwnerNeeded ? "Create the first account here" : "Open"}`, {
    open,
  });
}

/** An address that listens everywhere, or on this machine, is reached as localhost from here. */
function nameOfHost(host: string): string {
  if (["0.0.0.0", "127.0.0.1", "::", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
