import { createIntegrations } from "../actions/integrations/createIntegrations.ts";
import { createMcp } from "../actions/mcp/createMcp.ts";
import { presentFirstForm } from "../actions/skills/present.ts";
import { createSkills } from "../actions/skills/createSkills.ts";
import { createAccounts } from "../accounts/accounts.ts";
import type { Accounts } from "../accounts/accounts.ts";
import { createCollections } from "../actions/collections/collections.ts";
import { createCollectionSkills } from "../actions/collections/createCollectionSkills.ts";
import { createCaptcha } from "../accounts/captcha.ts";
import type { Captcha } from "../accounts/captcha.ts";
import type { Capability } from "../agents/capability.ts";
import { channelAddresses } from "../channels/settings.ts";
import { createAgents } from "../agents/createAgents.ts";
import type { Agents } from "../agents/createAgents.ts";
import { listAgentsBeyond } from "../agents/lists.ts";
import { createAnswering } from "../answering/answering.ts";
import { listCollectionTools } from "../answering/tools/collectionTools.ts";
import { tellRows } from "../answering/skills/tellRows.ts";
import { createSpend } from "../answering/spend.ts";
import { createAllowance } from "../billing/allowance.ts";
import { createBilling } from "../billing/billing.ts";
import { createCredits } from "../billing/credits.ts";
import { createStripePlans } from "../billing/stripe/createStripePlans.ts";
import { createTellCredits } from "../billing/tellCredits.ts";
import { createContacts } from "../conversations/contacts/createContacts.ts";
import { createConversations } from "../conversations/conversations.ts";
import type { Conversations } from "../conversations/conversations.ts";
import { createRetention } from "../conversations/threads/retention/retention.ts";
import type { Idempotency } from "../requests/idempotency.ts";
import { createNameServers } from "../egress/nameServers.ts";
import { operatorFetch } from "../egress/operatorFetch.ts";
import { createKnowledge } from "../knowledge/createKnowledge.ts";
import type { Knowledge } from "../knowledge/createKnowledge.ts";
import { createReadSite } from "../knowledge/look/readSite.ts";
import { createLive } from "../live/live.ts";
import { createModelKeys } from "../models/createModelKeys.ts";
import { createModelCapability } from "../models/createModelCapability.ts";
import type { Models } from "../models/models.ts";
import { findWriter } from "../models/writeWhole.ts";
import { createSurfaces } from "../surfaces/createSurfaces.ts";
import type { Surfaces } from "../surfaces/createSurfaces.ts";
import { noTelemetry } from "../telemetry/telemetry.ts";
import { watchAnswering, watchModels } from "../telemetry/watch.ts";
import { createAskInside } from "./createAskInside.ts";
import { createWorkflowSkills } from "../workflows/triggers/workflowSkills.ts";
import { createOtherSkills } from "./createOtherSkills.ts";
import { createServiceStarts } from "../workflows/triggers/serviceEvents.ts";
import { createProcedures } from "../workflows/triggers/procedures.ts";
import { findClosedWindow } from "../channels/replyWindow.ts";
import { showsAvatar } from "../voice/avatar/avatar.ts";
import { readSpoken } from "../voice/readSpoken.ts";
import { isMigrated } from "../database/migrate.ts";
import { migrations } from "./migrations.ts";
import * as leaves from "./leaves.ts";
import type { ServerOptions } from "./options.ts";
import { createCountTouched, createForgets, createNoteLook, forgetsOld } from "./ports.ts";
import type { Ports } from "./ports.ts";
import type { Services } from "./services.ts";

export interface CapabilityOptions {
  options: ServerOptions;
  services: Services;
  ports: Ports;
  idempotency: Idempotency;
  setupToken: string;
  /** Whether requests came with forwarding headers that nobody is trusted to set. */
  isForwardingIgnored: () => boolean;
}

/** All capabilities, and those of them that the server itself asks. */
export interface Capabilities {
  list: Capability[];
  accounts: Accounts;
  captcha: Captcha;
  models: Models;
  agents: Agents;
  surfaces: Surfaces;
  knowledge: Knowledge;
  conversations: Conversations;
}

/** Makes all capabilities, each from those below it. A new one that no other asks is a folder and a line in leaves.ts. */
export function createCapabilities(made: CapabilityOptions): Capabilities {
  const { options, services, ports, idempotency, setupToken } = made;
  const { store, seal, storage, mail, jobs, egress, publicUrl } = services;
  const { pushContact, telemetry = noTelemetry } = options;

  const accounts = createAccounts({
    ...{ ...services, ...ports, setupToken, fetch: operatorFetch },
    ...{ registration: options.registration, social: options.social },
    organizationMakers: options.organizationMakers ?? "everybody",
  });
  const captchaKey = seal.derive("captcha");
  const captcha = createCaptcha({ ...services, key: captchaKey, isOn: options.console.captcha === true });
  const billing = createBilling({
    ...{ store, mail, now: services.now },
    plans:
      options.plans ?? (options.stripe ? createStripePlans({ ...services, ...options.stripe }) : undefined),
    listAgentsBeyond: (organizationId, first) => listAgentsBeyond(store.db, organizationId, first),
  });
  const credits = createCredits({
    ...services,
    findCreditLimit: billing.findCreditLimit,
    onCreditAlert: createTellCredits(services),
  });
  const modelKeys = createModelKeys({ ...services, ...ports, fetch: options.fetch });
  const { findOwn, findDefaultModel, findDraftModel, findModelProblem, findSpeechDefault } = modelKeys;
  const ownModels = createModelCapability({
    ...{ ...services, findOwn, findSpeechDefault, fetch: options.fetch, settings: options.models },
    takeAllowance:
      options.modelCreditsPerDay == null
        ? undefined
        : createAllowance({ ...services, perDay: options.modelCreditsPerDay }),
    ...{ hasThread: options.hasModelThread, limits: options.modelLimits, egressAllow: options.egressAllow },
  });
  const models = watchModels(ownModels, telemetry);
  const readSite = createReadSite({ egress, publicUrl, drawPicture: ports.drawPicture });
  const agents = createAgents({
    ...{ ...services, ...ports, findDefaultModel, findDraftModel, findModelProblem },
    findAgentLimit: billing.findAgentLimit,
    hasWay: models.hasWay,
    readSite,
    findWriter: async (organizationId, model) =>
      (await findWriter(models, organizationId, model))?.write ?? null,
    charge: credits.chargeDraft,
  });
  const { openFile, settleFiles, removeFile } = storage;
  const people = { findMember: accounts.findMember, hasSession: accounts.hasSession };
  const mcp = createMcp({
    ...{ ...services, ...people, version: options.version, appKey: seal.derive("mcpApp") },
  });
  const integrations = createIntegrations({
    ...{ ...services, ...people, integrations: options.integrations },
    takeEvent: createServiceStarts(services),
  });
  const skills = createSkills({
    ...services,
    models,
    others: createOtherSkills({
      ...{ collections: createCollectionSkills(services), mcp, workflows: createWorkflowSkills(services) },
    }),
    connections: integrations,
  });
  const nameServers = createNameServers(options.dnsServers);
  const surfaces = createSurfaces({
    ...services,
    ticketKey: seal.derive("ticket"),
    findScript: options.findFrameScript ?? (() => services.assets.findEntry("frame")),
    openFile,
    uploadOrigin: storage.uploadOrigin,
    nameServers,
    takes: {
      ...{ files: models.takesFiles, speech: models.takesSpeech, calls: models.takesCalls },
      avatar: (agent) => showsAvatar(store.db, agent),
      form: async (agent, surfaceType) => presentFirstForm(await skills.findFirstForm(agent, surfaceType)),
    },
    hasPlan: billing.hasPlan,
  });
  const knowledge = createKnowledge({
    ...{ ...services, models, connected: options.connected, crawlRate: options.crawlRate },
    ...(options.crawlClock && { crawlClock: options.crawlClock }),
    ...(options.parser && { parser: options.parser }),
    ...{ openFile, settleFiles, removeFile },
    ...{ mayAutoSync: billing.mayAutoSync, findCharacterLimit: billing.findCharacterLimit },
    ...{ findMember: accounts.findMember, hasSession: accounts.hasSession },
    countTouched: createCountTouched(store),
  });
  const collections = createCollections({
    ...{ ...services, openFile, removeFile, readTable: knowledge.readTable },
  });
  const spend = createSpend(credits);
  const { retrieve, addSource } = knowledge;
  const ownAnswering = createAnswering({
    ...{ retrieve, models, skills, spend, report: services.report, now: services.now },
    findTools: (asked) => listCollectionTools(services, asked),
    lookUpRows: (asked) => tellRows(store, asked),
  });
  const answering = watchAnswering(ownAnswering, telemetry);
  const forgets = createForgets(idempotency);
  const { record } = accounts.audit;
  const { findOwnAgents, planAgent } = agents;
  const { findOffers, findReachableSurfaces, listOffSurfaces, sessions, endSessions } = surfaces;
  const conversations = createConversations({
    ...{ ...services, ...forgets, answering, models, skills, spend },
    ...{ findOffers, findReachableSurfaces, listOffSurfaces },
    noteLook: createNoteLook(services),
    findClosedWindow: (db, thread) => findClosedWindow(db, { ...thread, now: services.now() }),
    readSpoken: (message) => readSpoken(services.store.db, message),
    procedures: createProcedures(services),
  });
  const given = {
    ...{ ...services, answering, models, listModels: models.list, findOwnAgents },
    ...{ retrieve, findApiKey: accounts.findApiKey, identifyByToken: surfaces.identifyByToken },
    answerInside: ports.answerInside,
    findSubscription: billing.findSubscription,
    ...{ hasPlan: billing.hasPlan, converse: conversations.converse, receive: conversations.receive },
    ...{ reply: conversations.reply, rate: conversations.rate, decisions: conversations.decisions },
    ...{ nameServers, record, spend },
    ...{ acts: conversations.acts, skills },
    ...{
      speakIn: conversations.speakIn,
      callMarks: conversations.callMarks,
      keepRecording: conversations.keepRecording,
      channelMarks: conversations.channelMarks,
      findCallOffer: surfaces.findCallOffer,
      findWelcome: surfaces.findWelcome,
    },
    providerFetch: options.fetch,
    findVisitor: async (sessionId: string) => (await surfaces.findVisitorSession(sessionId))?.caller ?? null,
    ...{ channels: options.channels ?? channelAddresses, slackApp: options.slackApp ?? null },
    ...{ ...people, operatorFetch },
    ...{ version: options.version, pushContact, digestKey: seal.derive("digest") },
    ...{ readSite, planAgent, addSource, hasTrials: options.hasTrials ?? false },
    ...describeInstallation(made),
    askInside: createAskInside(() => list.flatMap(({ routes }) => routes ?? [])),
  };

  const list: Capability[] = [
    createLive(services),
    storage,
    mail,
    accounts,
    captcha,
    billing,
    modelKeys,
    models,
    agents,
    surfaces,
    knowledge,
    collections,
    mcp,
    integrations,
    skills,
    conversations,
    createContacts({ ...services, ...forgets, sessions, endSessions, findReachableSurfaces, record }),
    createRetention({ ...services, ...forgetsOld, endSessions, record }),
    ...Object.values(leaves).map(({ create }) => create(given)),
    // Last, so that they run only while everything does that they rely on.
    { name: "jobs", start: jobs.start, finish: jobs.stop, stop: jobs.stop },
  ];
  return { list, accounts, captcha, models, agents, surfaces, knowledge, conversations };
}

/** What the installation's own screen shows of it. */
function describeInstallation({ options, services, isForwardingIgnored }: CapabilityOptions) {
  const { host = "127.0.0.1", port = 0, databaseUrl, backup = null } = options;
  const { publicOrigin, basePath = "", trustedProxies, dataDir, egressAllow, mail } = options;
  return {
    settings: {
      ...{ host, port, databaseUrl, backup },
      ...{ publicOrigin, basePath, trustedProxies, dataDir, egressAllow, mail },
    },
    secrets: options.secrets,
    isMigrated: () => isMigrated(services.store.db, migrations),
    fetch: operatorFetch,
    isForwardingIgnored,
    readLog: options.readLog ?? (() => []),
    makeBackup: options.makeBackup,
  };
}
