import { createPublicOrigin } from "../accounts/publicOrigin.ts";
import type { PublicOrigin } from "../accounts/publicOrigin.ts";
import type { Log } from "../requests/log.ts";
import { createLimits } from "../requests/limits.ts";
import type { Limits, OrganizationLimits } from "../requests/limits.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import { createEgress } from "../egress/egress.ts";
import type { Egress } from "../egress/egress.ts";
import { createJobs } from "../jobs/jobs.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Bus } from "../live/bus.ts";
import { createEvents } from "../live/events.ts";
import type { Events } from "../live/events.ts";
import { createMail } from "../mail/mail.ts";
import type { Mail } from "../mail/mail.ts";
import { createScheduler } from "../timing/scheduler.ts";
import type { MovableScheduler } from "../timing/scheduler.ts";
import type { Storage } from "../storage/storage.ts";
import { openAssets } from "./assets.ts";
import type { Assets } from "./assets.ts";
import type { ServerOptions } from "./options.ts";
import { openBus } from "../live/openBus.ts";
import { createStorage } from "../storage/createStorage.ts";

/** What capabilities are built on. The fields have the names by which they ask for them, so one spread hands all over. */
export interface Services {
  store: Store;
  bus: Bus;
  events: Events;
  jobs: Jobs;
  storage: Storage;
  mail: Mail;
  egress: Egress;
  seal: Secrets;
  limits: Limits;
  assets: Assets;
  /** Where people reach the installation: what links begin with. */
  origins: PublicOrigin;
  lookOrigin: PublicOrigin["look"];
  /** PUBLIC_URL, or what stands for it. */
  publicUrl: string;
  /** Host names of the installation, which no request from inside may reach. */
  ownNames: string[];
  /** Signs the organizations' bearer tokens. */
  bearerKey: Uint8Array;
  /** Signs the mark of devices that somebody signed in from. */
  deviceKey: Uint8Array;
  /** Signs the addresses at which visitors' files are seen. */
  attachmentKey: Uint8Array;
  log: Log;
  now: () => number;
  /** Does the work that no request asks for; tests move its clock. */
  scheduler: MovableScheduler;
  /** Is told of faults that no caller waits for. */
  report: (error: unknown) => void;
}

const unbounded: OrganizationLimits = { bytes: null, requestsPerMinute: null };

/** Opens what all capabilities share. */
export async function openServices(options: ServerOptions, report: Services["report"]): Promise<Services> {
  const { store, secrets: seal, log, now, dataDir, s3, publicOrigin, basePath = "", egressAllow } = options;
  const { organizationLimits: { bytes: bytesPerOrganization, requestsPerMinute } = unbounded } = options;
  const sendsMail = options.mail.smtpUrl !== undefined;
  const origins = createPublicOrigin({ store, configured: publicOrigin, basePath, sendsMail, now });
  const bus = await openBus({ store, report, warn: (text) => options.log.warn(text) });
  const scheduler = createScheduler({ now, report });
  const jobs = createJobs({ store, bus, now, report, scheduler });
  const publicUrl = (publicOrigin ?? "http://localhost") + basePath;
  const ownNames = [new URL(publicUrl).hostname];
  return {
    ...{ store, bus, jobs, seal, origins, publicUrl, ownNames, log, now, report, scheduler },
    events: createEvents({ store, bus, scheduler }),
    storage: createStorage({
      ...{ store, dataDir, s3, bytesPerOrganization, now, report, scheduler },
      uploadKey: seal.derive("upload"),
    }),
    mail: createMail({ settings: options.mail, jobs, seal }),
    egress: createEgress({ allow: egressAllow, ownNames }),
    limits: createLimits(now, bus, requestsPerMinute),
    assets: openAssets(options.distDir, basePath),
    lookOrigin: origins.look,
    bearerKey: seal.derive("bearer"),
    deviceKey: seal.derive("known-device"),
    attachmentKey: seal.derive("attachment"),
  };
}
