import { createAccounts } from "../accounts/accounts.ts";
import type { SocialSettings } from "../accounts/socialSettings.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { createPublicOrigin } from "../accounts/publicOrigin.ts";
import { createCaptcha } from "../accounts/captcha.ts";
import type { OrganizationMakers } from "../accounts/mayCreate.ts";
import type { RegistrationSettings } from "../accounts/registration.ts";
import { createAgents } from "../agents/createAgents.ts";
import type { AgentPart } from "../agents/parts.ts";
import { createBilling } from "../billing/billing.ts";
import { createCredits } from "../billing/credits.ts";
import { isMigrated } from "../database/migrate.ts";
import type { Plans } from "../billing/plans.ts";
import type { Secrets } from "../database/secrets.ts";
import type { Store } from "../database/store.ts";
import type { TrustedProxies } from "../door/address.ts";
import type { Gates } from "../door/gates.ts";
import type { Route } from "../door/handle.ts";
import { createIdempotency } from "../door/idempotency.ts";
import { createLimits } from "../door/limits.ts";
import type { Log } from "../door/log.ts";
import { createNonces } from "../door/nonces.ts";
import type { PageRoute } from "../door/page.ts";
import { createEgress } from "../egress/egress.ts";
import { createNameServers } from "../egress/nameServers.ts";
import { operatorFetch } from "../egress/operatorFetch.ts";
import { createJobs } from "../jobs/jobs.ts";
import { createKnowledge } from "../knowledge/createKnowledge.ts";
import type { ConnectedSettings } from "../knowledge/connected/settings.ts";
import { createReadSite } from "../knowledge/look/readSite.ts";
import type { Retrieve } from "../knowledge/retrieve.ts";
import { learning } from "../learning/learning.ts";
import { openBus } from "../live/bus.ts";
import { createEvents } from "../live/events.ts";
import { startPruning } from "../live/prune.ts";
import { createAnswering } from "../answering/answering.ts";
import { createSpend } from "../answering/spend.ts";
import { createContacts } from "../conversations/contacts/createContacts.ts";
import { createConversations } from "../conversations/conversations.ts";
import { countTouched } from "../conversations/cited/touched.ts";
import { createDigesting } from "../conversations/digest/digesting.ts";
import { createPushing } from "../conversations/push/pushing.ts";
import { isAnyEndedSince, readReached } from "../conversations/removal/removedSince.ts";
import { createRetention } from "../conversations/retention/retention.ts";
import { createEvaluation } from "../evaluation/evaluation.ts";
import { forgetThreads } from "../evaluation/forgetThreads.ts";
import { forgetWords } from "../evaluation/forgetWords.ts";
import { createMail } from "../mail/mail.ts";
import type { MailSettings } from "../mail/mail.ts";
import { listModelsOf, modelRoutes } from "../models/calls.ts";
import { createModelKeys } from "../models/createModelKeys.ts";
import { createModels } from "../models/models.ts";
import { createModelThread } from "../models/thread/modelThread.ts";
import type { ModelsOptions } from "../models/models.ts";
import { findWriter } from "../models/writeWhole.ts";
import type { ModelSettings } from "../models/providers.ts";
import { playgroundRoutes } from "../playground/playground.ts";
import { createSurfaces } from "../surfaces/createSurfaces.ts";
import type { FindScript } from "../surfaces/writeDocument.ts";
import { forgetMessage } from "../webhooks/forgetMessage.ts";
import { forgetAbout } from "../webhooks/history.ts";
import { createWebhooks } from "../webhooks/webhooks.ts";
import type { S3Settings } from "../storage/s3/settings.ts";
import { createStorage } from "../storage/storage.ts";
import { createApp } from "./app.ts";
import type { App } from "./app.ts";
import { openAssets } from "./assets.ts";
import type { ConsoleSettings } from "./configuration.ts";

export interface HouseOptions {
  store: Store;
  secrets: Secrets;
  log: Log;
  now: () => number;
  dataDir: string;
  /** Where the bundles lie. */
  distDir: string;
  version: string;
  publicOrigin: string | null;
  /** Whether the promise of https (HSTS) holds for subdomains too. */
  coversSubdomains?: boolean;
  trustedProxies: TrustedProxies;
  /** In which header, in small letters, they tell a visitor's country. */
  countryHeader: string | null;
  /** Private ranges that the way out may reach. */
  egressAllow: string[];
  /** Name servers that a team's own domains are looked up by; the machine's own where there is none. */
  dnsServers: string[];
  /** How often a crawl asks one host, in requests a second. */
  crawlRate: number;
  mail: MailSettings;
  /** Whom push services may write to. */
  pushContact: string;
  registration: RegistrationSettings;
  /** Who may create organizations, where it is not everybody. */
  organizationMakers?: OrganizationMakers;
  models: ModelSettings;
  /** The object store that files lie in; null for the data folder. */
  s3: S3Settings | null;
  /** How accounts at providers are connected, to read sources with. */
  connected: ConnectedSettings;
  /** The OpenID provider that people may sign in with; null where none is set up. */
  social: SocialSettings | null;
  /** What the console's document tells of this installation. */
  console: ConsoleSettings;
  /** Who knows the plans, where it is not the install itself. */
  plans?: Plans;
  /** The chat's script where it is not the built one, as in tests that need no build. */
  findFrameScript?: FindScript;
  /** The way to model providers. */
  fetch: typeof fetch;
  /** Whether models are asked by a thread of their own, by the usual ways out. */
  hasModelThread: boolean;
  /** How long they may be silent, where it is not as usual. */
  modelLimits?: ModelsOptions["limits"];
  /** See Gates. */
  checksAnswers: boolean;
}

/** The whole server without its socket: what main listens with, and what tests ask in-process. */
export interface House {
  app: App;
  accounts: Accounts;
  routes: Route[];
  /** Finds passages as an answer does. */
  retrieve: Retrieve;
  /** What the set-up link carries while there is no owner. */
  setupToken: string;
  /** Takes the address that the start prints. */
  printOrigin(origin: string): void;
  /** Whether anybody has said where links lead. */
  knowsOrigin(): Promise<boolean>;
  /** Begins the work that no request asks for. */
  start(): Promise<void>;
  /**
   * Tells whoever asks whether it is ready that it will end; requests are answered as before. Answers come to their end, or
   * to another process, and jobs go back to the queue, all within this time.
   */
  finish(withinMs: number): Promise<void>;
  /** Ends streams and takes no more requests; what is being answered goes on. */
  beginStop(): void;
  /** Ends jobs, within this time, and what they lean on; the store stays open. */
  stop(withinMs: number): Promise<void>;
}

/** Puts all capabilities together, each handed what it may know of the others. */
export async function openHouse(options: HouseOptions): Promise<House> {
  const { store, secrets, log, now, dataDir } = options;
  let isStopped = false;
  // What still looks about when the store closes behind a stop finds it closed: that is no fault.
  const report = (error: unknown) => {
    if (!isStopped) log.error("in the background", error);
  };
  const stopping = new AbortController();
  let isLeaving = false;
  const assets = openAssets(options.distDir);
  const bearerKey = secrets.derive("bearer");
  const deviceKey = secrets.derive("known-device");
  const setupToken = Buffer.from(secrets.derive("first-owner")).toString("base64url");
  const limits = createLimits(now);
  const sendsMail = options.mail.smtpUrl !== undefined;
  const origins = createPublicOrigin({ store, configured: options.publicOrigin, sendsMail, now });
  const { look: lookOrigin } = origins;
  const bus = await openBus({ store, report });
  const events = createEvents({ store, bus });
  const jobs = createJobs({ store, bus, now, report });

  const mail = createMail({ settings: options.mail, jobs, seal: secrets });
  const storage = createStorage({
    ...{ store, dataDir, s3: options.s3, uploadKey: secrets.derive("upload"), now, report },
  });
  const accounts = createAccounts({
    ...{ store, seal: secrets, limits, mail, report, bearerKey, setupToken, origins, deviceKey, log, now },
    ...{
      registration: options.registration,
      organizationMakers: options.organizationMakers ?? "everybody",
      storage,
      social: options.social,
      fetch: operatorFetch,
    },
    heardOf: (organizationId) => conversations.heardOf(organizationId),
    memberLeft: async (tx, member) => {
      await conversations.memberLeft(tx, member);
      await pushing.memberLeft(tx, member);
      await digesting.memberLeft(tx, member);
    },
    findOrganizationOfToken: (token) => surfaces.findOrganizationOfToken(token),
    findOwnAgents: (organizationId, agentIds) => agents.findOwnAgents(organizationId, agentIds),
    listCalls: () => routes.map(({ call }) => call),
  });
  const billing = createBilling(options.plans);
  const publicUrl = options.publicOrigin ?? "http://localhost";
  const ownNames = [new URL(publicUrl).hostname];
  const egress = createEgress({ allow: options.egressAllow, ownNames });
  const modelKeys = createModelKeys({
    ...{ store, seal: secrets, mail, egress, fetch: options.fetch, lookOrigin, now, report },
    choseEmbedding: (tx, organizationId) => knowledge.choseEmbedding(tx, organizationId),
    isAvailable: (entry) => models.isAvailable(entry),
  });
  const { findOwn, findDefaultModel, findDraftModel, findModelProblem, findSpeechDefault } = modelKeys;
  const modelThread = options.hasModelThread
    ? createModelThread({ allow: options.egressAllow, ownNames }, report)
    : undefined;
  const models = createModels({
    ...{ settings: options.models, fetch: options.fetch, findOwn, findSpeechDefault },
    ...(modelThread && { ask: modelThread.ask }),
    ...(options.modelLimits && { limits: options.modelLimits }),
  });
  const captcha = createCaptcha({
    store,
    key: secrets.derive("captcha"),
    isOn: options.console.captcha === true,
    now,
  });
  const credits = createCredits({ store, now });
  const parts: AgentPart[] = [];
  const { findAgentLimit, findCharacterLimit } = billing;
  const agents = createAgents({
    ...{ store, events, jobs, now, parts, findAgentLimit, findDefaultModel, hasWay: models.hasWay },
    readSite: createReadSite({ egress, publicUrl }),
    findWriter: (organizationId, model) => findWriter(models, organizationId, model),
    ...{ findDraftModel, findModelProblem, charge: credits.chargeDraft },
  });
  const surfaces = createSurfaces({
    store,
    events,
    now,
    seal: secrets,
    ticketKey: secrets.derive("ticket"),
    findScript: options.findFrameScript ?? (() => assets.findEntry("frame")),
    openFile: storage.openFile,
    uploadOrigin: storage.uploadOrigin,
    egress,
    nameServers: createNameServers(options.dnsServers),
    takes: {
      files: models.takesFiles,
      speech: async (organizationId) => (await models.openTranscriber(organizationId)) !== null,
    },
    hasPlan: billing.hasPlan,
  });
  const { openFile, settleFiles, removeFile } = storage;
  const knowledge = createKnowledge({
    ...{ store, jobs, events, egress, openFile, settleFiles, removeFile, models, publicUrl, now, report },
    ...{ mayAutoSync: billing.mayAutoSync, limits, findCharacterLimit },
    ...{ connected: options.connected, seal: secrets, crawlRate: options.crawlRate },
    ...{ findMember: accounts.findMember, hasSession: accounts.hasSession },
    countTouched: (run, changeIds) => countTouched(store.reader, run, changeIds),
  });
  const spend = createSpend(credits);
  const answering = createAnswering({ retrieve: knowledge.retrieve, models, spend, report });
  const attachmentKey = secrets.derive("attachment");
  const idempotency = createIdempotency({ store, seal: secrets, readReached, isAnyEndedSince, now });
  const forgets = { forgetWords, forgetAbout, forgetMessage, forgetAnswers: idempotency.forgetAbout };
  const conversations = createConversations({
    store,
    events,
    bus,
    jobs,
    answering,
    models,
    spend,
    storage,
    attachmentKey,
    findOffers: surfaces.findOffers,
    findDoors: surfaces.findDoors,
    listOffSurfaces: surfaces.listOffSurfaces,
    ...forgets,
    now,
    report,
  });
  const pushing = createPushing({
    ...{ store, jobs, egress, seal: secrets, pushContact: options.pushContact, now, report },
  });
  const digesting = createDigesting({
    ...{ store, jobs, mail, key: secrets.derive("digest"), lookOrigin, now, report },
  });
  const retention = createRetention({
    ...{ store, events, bus, jobs, storage, now, report },
    ...{ record: accounts.audit.record, endSessions: surfaces.endSessions },
    async forgetThreads(tx, { organizationId, threadIds }) {
      await forgetThreads(tx, { organizationId, threadIds });
      await forgetAbout(tx, { organizationId, ids: threadIds });
    },
    forgetContacts: (tx, { organizationId, contactIds }) =>
      forgetAbout(tx, { organizationId, ids: contactIds }),
  });
  const { findOwnAgents } = agents;
  const webhooks = createWebhooks({
    ...{ store, bus, egress, seal: secrets, mail, attachmentKey, findOwnAgents, lookOrigin, now, report },
  });
  const contacts = createContacts({
    ...{ store, events, bus, jobs, storage, now, attachmentKey: secrets.derive("attachment") },
    ...{ sessions: surfaces.sessions, endSessions: surfaces.endSessions, findDoors: surfaces.findDoors },
    ...{ record: accounts.audit.record, ...forgets },
  });
  const evaluation = createEvaluation({
    ...{ store, jobs, answering, models, version: options.version, now, report },
  });
  parts.push(agents.part, surfaces.part, knowledge.part, conversations.part, evaluation.part, webhooks.part);
  parts.push(pushing.part);

  const modelDeps = { db: store.db, isAvailable: models.isAvailable };
  const routes = [
    ...[accounts, captcha, billing, storage, modelKeys, agents, knowledge, surfaces, conversations].flatMap(
      (capability) => capability.routes,
    ),
    ...evaluation.routes,
    ...learning.routes,
    ...retention.routes,
    ...webhooks.routes,
    ...contacts.routes,
    ...pushing.routes,
    ...digesting.routes,
    ...modelRoutes(modelDeps),
    ...playgroundRoutes({
      db: store.db,
      answering,
      listModels: (organizationId) => listModelsOf(modelDeps, organizationId),
    }),
  ];
  const pages: PageRoute[] = [
    ...learning.pages,
    ...accounts.pages,
    ...storage.pages,
    ...surfaces.pages,
    ...conversations.pages,
    ...contacts.pages,
    ...digesting.pages,
  ];
  const gates: Gates = {
    findUserSession: accounts.findUserSession,
    findMember: accounts.findMember,
    hasAgent: agents.hasAgent,
    findApiKey: accounts.findApiKey,
    record: accounts.audit.record,
    findVisitorSession: surfaces.findVisitorSession,
    hasVisitorSession: surfaces.hasVisitorSession,
    bearerKey,
    nonces: createNonces(store, now),
    idempotency,
    checkCaptcha: captcha.check,
    ...{ limits, deviceKey },
    log,
    now,
    checksAnswers: options.checksAnswers,
  };
  const app = createApp({
    routes,
    pages,
    gates,
    surroundings: { ...options, origins, stopping: stopping.signal },
    assets,
    findSlugOfDomain: surfaces.findSlugOfDomain,
    uploadOrigin: storage.uploadOrigin,
    consoleSettings: options.console,
    version: options.version,
    coversSubdomains: options.coversSubdomains ?? false,
    isLeaving: () => isLeaving,
    checks: [
      { name: "database", run: () => store.ping() },
      { name: "migrations", run: () => isMigrated(store.db) },
    ],
  });

  const endings: (() => void | Promise<void>)[] = [];
  let stopPushing = async () => {};
  let stopDigesting = async () => {};
  return {
    app,
    accounts,
    routes,
    retrieve: knowledge.retrieve,
    setupToken,
    printOrigin: origins.print,
    knowsOrigin: async () => (await lookOrigin()) !== null,
    async start() {
      await jobs.start();
      await conversations.recover();
      knowledge.start();
      await webhooks.start();
      stopPushing = pushing.start();
      stopDigesting = digesting.start();
      endings.push(startPruning({ store, report }), accounts.audit.startPruning(report));
      endings.push(storage.startSweeping(report), conversations.startSweeping(), retention.start());
      endings.push(conversations.startAssigning(), conversations.startSettling());
      endings.push(conversations.startWatchingDue());
    },
    async finish(withinMs) {
      isLeaving = true;
      await Promise.all([conversations.finish(withinMs), jobs.stop(withinMs)]);
    },
    beginStop: () => stopping.abort(),
    async stop(withinMs) {
      stopping.abort();
      await Promise.all(endings.splice(0).map(async (end) => end()));
      await conversations.close();
      await webhooks.stop();
      await stopPushing();
      await stopDigesting();
      await jobs.stop(withinMs);
      await knowledge.close();
      await modelThread?.close();
      await bus.close();
      isStopped = true;
    },
  };
}
