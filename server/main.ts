import { join } from "node:path";
import { brandName, version } from "../shared/domain/product.ts";
import { readConfig } from "./config.ts";
import type { Config } from "./config.ts";
import { CannotStart } from "./database/cannotStart.ts";
import { migrate } from "./database/migrate.ts";
import { openSecrets } from "./database/secrets.ts";
import { openStore } from "./database/store.ts";
import { isTrustworthy } from "./door/cookies.ts";
import { createLog, gatherLines } from "./door/log.ts";
import type { Log } from "./door/log.ts";
import { providerFetch } from "./egress/providerFetch.ts";
import { openHouse } from "./http/house.ts";
import type { House } from "./http/house.ts";
import { listen } from "./http/listen.ts";
import { stopWithin } from "./http/stop.ts";

const root = join(import.meta.dirname, "..");

try {
  await start(readConfig());
} catch (error) {
  console.error(error instanceof CannotStart ? error.message : error);
  process.exit(1);
}

/** Opens everything, listens, says what to open, and waits for the signal to end. */
async function start(config: Config): Promise<void> {
  const log = createLog({
    write: gatherLines((lines) => process.stdout.write(lines)),
    isPretty: process.stdout.isTTY,
    level: config.logLevel,
  });
  config.warnings.forEach((warning) => log.warn(warning));
  process.on("unhandledRejection", (error) => log.error("nobody waited for this", error));

  const store = await openStore({ ...config, report: (error) => log.error("in the store", error) });
  const steps = await migrate(store);
  if (steps.length > 0) log.info("database brought up to this version", { steps: steps.join(" ") });
  const secrets = openSecrets(config);
  const house = await openHouse({
    ...config,
    store,
    secrets,
    log,
    version,
    now: Date.now,
    distDir: join(root, "dist"),
    fetch: providerFetch,
    hasModelThread: true,
    checksAnswers: false,
  });
  if (config.firstOwner) await house.accounts.createOwnerFromSettings(config.firstOwner);
  const listening = await listen({
    ...config,
    app: house.app,
    report: (error) => log.error("on the socket", error),
  });
  await house.start();
  const origin = config.publicOrigin ?? `http://${nameOfHost(config.host)}:${listening.port}`;
  house.printOrigin(origin);
  await tellWhatToOpen({ origin, house, log, sendsMail: config.mail.smtpUrl !== undefined });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    log.info("stopping");
    try {
      const isWhole = await stopWithin({ house, listening, store }, config.stopWithinMs);
      if (!isWhole) log.warn("stopped before everything had ended: it is gone on with after the next start");
      process.exit(0);
    } catch (error) {
      log.error("while stopping", error);
      process.exit(1);
    }
  };
  process.on("SIGTERM", () => void stop());
  process.on("SIGINT", () => void stop());
}

async function tellWhatToOpen({
  origin,
  house,
  log,
  sendsMail,
}: {
  origin: string;
  house: House;
  log: Log;
  sendsMail: boolean;
}): Promise<void> {
  if (!isTrustworthy(origin)) {
    log.warn("Without https the session cookie can be read on the way. Put a proxy with https in front.");
  }
  const isOwnerNeeded = await house.accounts.isOwnerNeeded();
  if (sendsMail && !isOwnerNeeded && !(await house.knowsOrigin())) {
    log.warn("Mails are refused until PUBLIC_URL says where their links lead.");
  }
  // The one thing to open: while nobody has an account it is the link that makes the first one.
  const open = isOwnerNeeded ? `${origin}/auth/login?setup=${house.setupToken}` : origin;
  log.info(`${brandName} ${version} is ready. ${isOwnerNeeded ? "Create the first account here" : "Open"}`, {
    open,
  });
}

/** An address that listens everywhere, or on this machine, is reached as localhost from here. */
function nameOfHost(host: string): string {
  if (["0.0.0.0", "127.0.0.1", "::", "::1"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
