import { createReport } from "../../../../shared/contract/analytics/reports.ts";
import { newRun } from "../../../../server/actions/skills/runs.ts";
import { makeCard } from "../../../../server/conversations/actions/cards.ts";
import { contactForm } from "../../actions/shopApi.ts";
import { removeAgent } from "../../../../shared/contract/agents/agents.ts";
import { createApiKey } from "../../../../shared/contract/accounts/apiKeys.ts";
import { listSessions } from "../../../../shared/contract/accounts/signIn.ts";
import {
  createDataSource,
  getDataSource,
  listPages,
  listSyncHistory,
} from "../../../../shared/contract/knowledge/knowledge.ts";
import { addCollectionRows, createCollection } from "../../../../shared/contract/collections/collections.ts";
import type { AnyCall } from "../../../../shared/contract/call.ts";
import { ofOrganization } from "../../../../shared/contract/knowledge/ofOrganization.ts";
import { chooseSharedSource } from "../../../../shared/contract/knowledge/sharedSources.ts";
import { organizationItself } from "../../../../shared/domain/sharedSources.ts";
import type { SourcePage } from "../../../../shared/contract/knowledge/knowledge.ts";
import { pushDocuments } from "../../../../shared/contract/knowledge/documents.ts";
import { listPassages } from "../../../../shared/contract/knowledge/pages.ts";
import { listSyncChanges } from "../../../../shared/contract/knowledge/syncChanges.ts";
import { preprocess } from "../../../../shared/contract/knowledge/preprocess.ts";
import {
  createTestCase,
  getRun,
  listResults,
  startRun,
} from "../../../../shared/contract/evaluation/evaluation.ts";
import { initUpload } from "../../../../shared/contract/storage/storage.ts";
import { createIdentitySecret, getIdentity } from "../../../../shared/contract/surfaces/surfaces.ts";
import { inviteMembers } from "../../../../shared/contract/accounts/teams.ts";
import { getZone } from "../../../../shared/contract/knowledge/zones.ts";
import { createCannedReply } from "../../../../shared/contract/conversations/messages/cannedReplies.ts";
import { createNote } from "../../../../shared/contract/conversations/messages/notes.ts";
import { createScheduledReply } from "../../../../shared/contract/conversations/messages/scheduledReplies.ts";
import { addContactNote } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { createCustomField } from "../../../../shared/contract/conversations/inbox/customFields.ts";
import { createLabel } from "../../../../shared/contract/conversations/threads/threads.ts";
import {
  changeThreads,
  getThreadChange,
} from "../../../../shared/contract/conversations/inbox/threadChanges.ts";
import { createThreadView } from "../../../../shared/contract/conversations/inbox/threadViews.ts";
import { exportAgent } from "../../../../shared/contract/agents/templates.ts";
import { createWorkflowSimulation } from "../../../../shared/contract/workflows/simulations.ts";
import { keyScopes } from "../../../../shared/domain/keyScopes.ts";
import { newIntegration } from "../../../../server/actions/integrations/stored.ts";
import { newId } from "../../../../server/database/ids.ts";
import { nextAddress } from "../../client.ts";
import type { Actor } from "../../client.ts";
import type { Member, Visitor } from "../../factories.ts";
import type { TestServer } from "../../server.ts";
import { listen, newClientId, say } from "../../conversations/threads/talks.ts";
import { graph, step } from "../../workflows/graphs.ts";
import { publishNew, runUntil, start } from "../../workflows/runs.ts";
import { vi } from "vitest";

export const callerNames = [
  "owner",
  "admin",
  "collaborator",
  "support",
  "API key",
  "visitor",
  "nobody",
] as const;
export type CallerName = (typeof callerNames)[number];

/** What can be named of an agent's data sources, and of those that agents share. */
const sourceIdNames = [
  "datasourceId",
  "documentSourceId",
  "documentId",
  "questionId",
  "syncHistoryId",
  "changeId",
  "pageId",
  "passageId",
  "editId",
  "preprocessId",
] as const;
export type SourceIdName = (typeof sourceIdNames)[number];
type SourceIds = Record<SourceIdName, string>;

/** The name of the same id among the organization's own data sources. */
export function sharedName<Name extends SourceIdName>(name: Name): `shared ${Name}` {
  return `shared ${name}`;
}

export function isSourceIdName(name: string): name is SourceIdName {
  return sourceIdNames.some((known) => known === name);
}

/** Everything that a path, a query or a body can name. */
export const idNames = [
  ...sourceIdNames,
  ...sourceIdNames.map(sharedName),
  "orgId",
  "productId",
  "appId",
  "productAppId",
  "exportId",
  "deletedId",
  "version",
  "pairId",
  "zoneSlug",
  "threadId",
  "messageId",
  "contactId",
  "otherContactId",
  "contactNoteId",
  "mergeId",
  "labelId",
  "fieldKey",
  "noteId",
  "scheduledReplyId",
  "cannedReplyId",
  "viewId",
  "reportId",
  "threadChangeId",
  "deviceId",
  "groupId",
  "memberId",
  "email",
  "emailid",
  "inviteId",
  "apiKeyId",
  "modelKeyId",
  "connectionId",
  "integrationId",
  "webhookId",
  "channelDeliveryId",
  "skillId",
  "mcpId",
  "toolId",
  "actionId",
  "deliveryId",
  "collectionId",
  "importId",
  "secretId",
  "sessionId",
  "fileId",
  "caseId",
  "runId",
  "resultId",
  "workflowId",
  "workflowRunId",
  "workflowStepId",
  "workflowVersion",
  "simulationId",
  "attachmentId",
  "token",
  "readKey",
  "surfaceToken",
] as const;
export type IdName = (typeof idNames)[number];
export type Ids = Record<IdName, string>;

/** One organization that has one of everything. */
export interface Side {
  ids: Ids;
  callers: Record<CallerName, Actor>;
  owner: Member;
  /** Another visitor of the same agent, with a conversation of their own. */
  otherVisitor: Pick<Ids, "threadId" | "messageId">;
}

/** What stands in every text of a side, so that an answer which tells of it gives itself away. */
export type Canary = `canary-${string}`;

let lastVersion = 0;

/** Versions are counted by agent: here each side has numbers that the other has not. */
async function renumberVersion({ store }: TestServer, agentId: string): Promise<number> {
  const version = (lastVersion += 1000);
  await store.db.updateTable("agentVersions").set({ version }).where("agentId", "=", agentId).execute();
  await store.db
    .updateTable("agents")
    .set({ publishedVersion: version, lastVersion: version })
    .where("id", "=", agentId)
    .execute();
  return version;
}

/** Two short answers are not alike, so the row is written here, once the look that follows the syncs has ended. */
async function makePair(
  { store }: TestServer,
  { passageId, ...agent }: { organizationId: string; agentId: string; passageId: string },
): Promise<string> {
  const id = newId();
  const isChecked = async () => {
    const checks = store.db.selectFrom("hygieneChecks").select("state").where("agentId", "=", agent.agentId);
    return (await checks.executeTakeFirst())?.state === "ready";
  };
  await vi.waitUntil(isChecked);
  await store.db
    .insertInto("likePassages")
    .values({
      ...{ ...agent, id, firstId: passageId, firstHash: "a", secondId: passageId, secondHash: "b" },
      ...{ likeness: 90, copies: 0 },
    })
    .execute();
  return id;
}

/** Answers of questions are not edited passage by passage, so the row is written here. */
async function makeEdit(
  { store }: TestServer,
  { organizationId, page, canary }: { organizationId: string; page: SourcePage; canary: Canary },
): Promise<string> {
  const id = newId();
  await store.db
    .insertInto("passageEdits")
    .values({
      ...{ organizationId, id, sourceId: page.sourceId, pageId: page.id, sourceHash: "none" },
      ...{ sourceText: `Said ${canary}`, text: `Edited ${canary}`, isOff: 0, replacedAt: 1 },
      savedBy: JSON.stringify({ userId: "user", name: "Ada", at: 1 }),
    })
    .execute();
  return id;
}

/** Makes an organization with a row of every kind, its texts marked. */
export async function makeSide(server: TestServer, canary: Canary): Promise<Side> {
  const owner = await server.createOwner(`Company ${canary}`);
  const { organizationId } = owner;
  const client = server.as(owner);
  const agent = await server.createAgent(owner, `Agent ${canary}`);
  const params = { productId: agent.id };
  const deleted = await server.createAgent(owner, `Deleted ${canary}`);
  await client.call(removeAgent, { params: { productId: deleted.id }, query: { confirmed: "true" } });
  const version = await renumberVersion(server, agent.id);
  const spare = await server.createMember(organizationId, "support");

  const fileId = await sendFile(server, owner, canary);
  const asOwn = { ...{ owner, canary, fileId }, productId: agent.id };
  const sources = await makeSources(server, asOwn);
  const shared = await makeSources(server, { ...asOwn, productId: organizationItself });
  await client.call(chooseSharedSource, {
    params: { ...params, datasourceId: shared.datasourceId },
    body: { data: { isUsed: true } },
  });

  const talk = async () => {
    const visitor = await server.createVisitor(owner, agent.id);
    const { threadId, end } = await listen(say(server, visitor, { content: `Question ${canary}` }));
    return { visitor, threadId, messageId: end?.id ?? "" };
  };
  const [mine, other] = [await talk(), await talk()];

  const { data: label } = await client.call(createLabel, {
    params,
    body: { data: { name: `Label ${canary}`, colour: "#1a73e8" } },
  });

  const fieldKey = `field_${canary.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`;
  await client.call(createCustomField, {
    body: { data: { key: fieldKey, name: `Field ${canary}`, kind: "text" } },
  });

  const { data: note } = await client.call(createNote, {
    params: { ...params, threadId: mine.threadId },
    body: { data: { clientId: newClientId(), content: `Note ${canary}` } },
  });

  const { data: scheduled } = await client.call(createScheduledReply, {
    params: { ...params, threadId: mine.threadId },
    body: {
      data: {
        ...{ clientId: newClientId(), content: `Scheduled ${canary}` },
        sendAt: server.clock.now() + 30 * 24 * 60 * 60_000,
      },
    },
  });

  const { data: canned } = await client.call(createCannedReply, {
    params,
    body: { data: { name: `Canned ${canary}`, text: `Said often ${canary}` } },
  });

  const { contactId } = mine.visitor;
  const { data: contactNote } = await client.call(addContactNote, {
    params: { ...params, contactId },
    body: { data: { content: `Note ${canary}` } },
  });
  const viewed = { name: `View ${canary}`, isShared: true, filter: {}, sort: "newest" as const };
  const { data: view } = await client.call(createThreadView, { params, body: { data: viewed } });

  const reported = { name: `Report ${canary}`, range: "7d" as const, from: null, to: null, surface: null };
  const { data: report } = await client.call(createReport, {
    body: { data: { ...reported, agentId: agent.id } },
  });

  const many = { of: { threadIds: [mine.threadId] }, change: { priority: "low" as const } };
  const { data: changed } = await client.call(changeThreads, { params, body: { data: many } });
  const ofChange = { params: { ...params, threadChangeId: changed.id } };
  await vi.waitUntil(async () => (await client.call(getThreadChange, ofChange)).data.state === "done");

  const { id: exportId } = await client.call(exportAgent, { params: { productAppId: agent.id }, query: {} });

  const groups = await server.store.db
    .selectFrom("userGroups")
    .select(["id", "name"])
    .where("organizationId", "=", organizationId)
    .execute();
  const groupId = groups.find(({ name }) => name === "Support")?.id ?? "";
  const emailid = `invited-${canary}@example.com`;
  await client.call(inviteMembers, {
    query: { source: "copilot" },
    body: { data: { emails: [emailid], groupId } },
  });
  const invite = await server.store.db
    .selectFrom("invites")
    .select("id")
    .where("organizationId", "=", organizationId)
    .executeTakeFirstOrThrow();
  await client.call(createIdentitySecret, { params });
  const [secret] = (await client.call(getIdentity, { params })).data.secrets;
  const { data: apiKey } = await client.call(createApiKey, {
    body: { data: { name: `Key ${canary}`, scopes: keyScopes } },
  });
  const [session] = (await client.call(listSessions)).items;
  const { token: surfaceToken } = await server.store.db
    .selectFrom("surfaces")
    .select("token")
    .where("agentId", "=", agent.id)
    .where("type", "=", "widget")
    .executeTakeFirstOrThrow();

  return {
    owner,
    otherVisitor: { threadId: other.threadId, messageId: other.messageId },
    ids: {
      orgId: organizationId,
      ...{ productId: agent.id, appId: agent.id, productAppId: agent.id, exportId, deletedId: deleted.id },
      version: String(version),
      ...sources,
      ...nameShared(shared),
      ...{ threadId: mine.threadId, messageId: mine.messageId, labelId: label.id, noteId: note.id },
      fieldKey,
      scheduledReplyId: scheduled.id,
      cannedReplyId: canned.id,
      ...{
        contactId,
        contactNoteId: contactNote.id,
        otherContactId: other.visitor.contactId,
        mergeId: newId(),
      },
      ...{ threadId: mine.threadId, messageId: mine.messageId, labelId: label.id },
      reportId: report.id,
      ...{ viewId: view.id, threadChangeId: changed.id },
      ...{ groupId, memberId: spare.user._id, email: spare.user.email, emailid, inviteId: invite.id },
      ...{ apiKeyId: apiKey.id, modelKeyId: await makeModelKey(server, organizationId, canary) },
      connectionId: await makeConnection(server, owner, canary),
      ...(await makeWebhook(server, organizationId, canary)),
      ...(await makeChannelThread(server, { organizationId, agentId: agent.id, mine, canary })),
      ...(await makeCollection(server, owner, { productId: agent.id, canary })),
      ...(await makeAction(server, { organizationId, agentId: agent.id, mine, canary })),
      ...(await makeMcpServer(server, { organizationId, agentId: agent.id, canary })),
      ...(await makeIntegration(server, {
        ...{ organizationId, agentId: agent.id, canary },
        contactId: mine.visitor.contactId,
      })),
      deviceId: await makeDevice(server, {
        organizationId,
        userId: owner.user._id,
        sessionId: session?._id ?? "",
      }),
      ...{ secretId: secret?.id ?? "", sessionId: session?._id ?? "" },
      fileId,
      ...(await runTest(server, owner, { productId: agent.id, canary })),
      ...(await makeWorkflow(server, owner, { productId: agent.id, canary })),
      pairId: await makePair(server, { organizationId, agentId: agent.id, passageId: sources.passageId }),
      zoneSlug: (await client.call(getZone, { params })).data.slug,
      attachmentId: newId(),
      ...{ token: `token-${canary}`, readKey: "a".repeat(43), surfaceToken },
    },
    callers: {
      owner,
      admin: await server.createMember(organizationId, "admin"),
      collaborator: await server.createMember(organizationId, "collaborator"),
      support: await server.createMember(organizationId, "support"),
      "API key": { address: nextAddress(), bearer: apiKey.key, organizationId },
      visitor: mine.visitor satisfies Visitor,
      nobody: { address: nextAddress() },
    },
  };
}

/** A skill, and a run of it that waits below the visitor's answer for their word. */
async function makeAction(
  { store }: TestServer,
  { organizationId, agentId, mine, canary }: ActionPlace,
): Promise<Pick<Ids, "skillId" | "actionId">> {
  const draft = { ...contactForm(), name: `form_${canary}` };
  const [skillId, threadId] = [newId(), mine.threadId];
  await store.db
    .insertInto("skills")
    .values({
      ...{ organizationId, id: skillId, agentId, nameKey: draft.name, body: JSON.stringify(draft) },
      ...{
        sealedSecret: null,
        secretEnding: "",
        recorded: null,
        deletedAt: null,
        createdAt: 1,
        updatedAt: 1,
      },
    })
    .execute();
  const run = newRun(
    { organizationId, agentId, threadId, preview: false },
    { ...draft, id: skillId },
    {
      inputs: { name: canary },
      state: "waiting",
      messageId: mine.messageId,
      expiresAt: farAway,
      now: Date.now(),
    },
  );
  await store.db.insertInto("skillRuns").values(run).execute();
  const card = makeCard(run, { fields: [], by: "visitor", expiresAt: farAway });
  await store.db
    .updateTable("messages")
    .set({ actions: JSON.stringify([card]) })
    .where("id", "=", mine.messageId)
    .execute();
  return { skillId, actionId: run.id };
}

/** An address that can be reached is none that a test may ask, so the rows are written here. */
async function makeMcpServer(
  { store }: TestServer,
  { canary, ...agent }: Pick<ActionPlace, "organizationId" | "agentId" | "canary">,
): Promise<Pick<Ids, "mcpId" | "toolId">> {
  const [mcpId, toolId] = [newId(), newId()];
  await store.db
    .insertInto("mcpServers")
    .values({
      ...{ ...agent, id: mcpId, name: `MCP ${canary}`, url: `http://127.0.0.1:1/${canary}` },
      ...{ auth: `{"type":"none"}`, sealedSecret: null, secretEnding: "", error: null, leftOut: "[]" },
      ...{ sealedGrant: null, signIn: "none" as const, issuer: null, grantLeaseUntil: null, apps: 0 },
      ...{ readAt: 1, createdAt: 1, updatedAt: 1 },
    })
    .execute();
  await store.db
    .insertInto("mcpTools")
    .values({
      ...{ ...agent, id: toolId, serverId: mcpId, name: "find", title: "", description: `Tool ${canary}` },
      ...{ inputSchema: `{"type":"object"}`, fingerprint: "a", enabled: 0, risk: "write" as const },
      ...{ app: null, looked: null, lookedFingerprint: null, lastCalledAt: null, createdAt: 1 },
    })
    .execute();
  return { mcpId, toolId };
}

/** A service can't be asked in a test of rights, so the rows are written here. */
async function makeIntegration(
  { store }: TestServer,
  {
    canary,
    contactId,
    ...agent
  }: Pick<ActionPlace, "organizationId" | "agentId" | "canary"> & { contactId: string },
): Promise<Pick<Ids, "integrationId">> {
  const about = { provider: "slack", name: `Slack ${canary}`, settings: "{}", auth: "oauth" as const };
  const row = { ...newIntegration(agent, { ...about, now: 1 }), clientId: `client-${canary}` };
  await store.db.insertInto("integrations").values(row).execute();
  await store.db
    .insertInto("integrationEvents")
    .values({
      ...{ ...agent, id: newId(), integrationId: row.id, eventKey: "1", type: "message" },
      ...{ body: `Event ${canary}`, receivedAt: 1 },
    })
    .execute();
  await store.db
    .insertInto("integrationGrants")
    .values({
      ...{ ...agent, id: newId(), integrationId: row.id, contactId, sealedTokens: "", generation: 1 },
      ...{ renewable: 0, expiresAt: null, account: `Account ${canary}`, broken: null, trouble: null },
      ...{ leaseId: null, leaseUntil: null, createdAt: 1, updatedAt: 1 },
    })
    .execute();
  return { integrationId: row.id };
}

interface ActionPlace {
  organizationId: string;
  agentId: string;
  mine: Pick<Ids, "threadId" | "messageId">;
  canary: Canary;
}

const farAway = 8e15;

/** An address that can be reached is none that a test may ask, so the rows are written here. */
async function makeWebhook({ store }: TestServer, organizationId: string, canary: Canary) {
  const [id, deliveryId] = [newId(), newId()];
  await store.db
    .insertInto("webhooks")
    .values({
      ...{ organizationId, id, name: `Hook ${canary}`, url: `https://example.com/${canary}`, agentIds: null },
      ...{ events: `["contact.created"]`, includesNotes: 1, sealedSecret: "", secretEnding: "abcd" },
      ...{ sealedOldSecret: null, oldSecretUntil: null, disabledBecause: "person", disabledAt: 1 },
      ...{ failingSince: null, lastDeliveredAt: null, createdAt: 1 },
    })
    .execute();
  await store.db
    .insertInto("webhookDeliveries")
    .values({
      ...{ organizationId, id: deliveryId, webhookId: id, eventId: `evt_${canary}`, type: "contact.created" },
      ...{ agentId: null, about: null, position: 0, payload: `{"said":"${canary}"}`, state: "failed" },
      ...{ isAgain: 0, attempts: 0, tries: 0, dueAt: null, owner: null, leaseUntil: null },
      ...{ status: null, ms: null, error: null, createdAt: Date.now(), endedAt: 1 },
    })
    .execute();
  return { webhookId: id, deliveryId };
}

/** A conversation that goes on by a channel, with a message that did not get there. */
async function makeChannelThread({ store }: TestServer, { mine, canary, ...agent }: ActionPlace) {
  const channelDeliveryId = newId();
  const thread = { ...agent, threadId: mine.threadId, type: "telegram", createdAt: 1 } as const;
  await store.db
    .insertInto("channelThreads")
    .values({
      ...{ ...thread, externalId: `person-${canary}`, conversation: "1", address: `{"chatId":"${canary}"}` },
      ...{ lastReceivedAt: 1, fromPosition: 0 },
    })
    .execute();
  await store.db
    .insertInto("channelDeliveries")
    .values({
      ...{ ...thread, id: channelDeliveryId, messageId: mine.messageId, part: 0, platformId: null },
      ...{ externalId: `person-${canary}`, address: `{"chatId":"${canary}"}` },
      ...{ content: `{"text":"${canary}","choices":[]}`, state: "failed", jobId: null, problem: canary },
      ...{ attempts: 1, updatedAt: 1 },
    })
    .execute();
  return { channelDeliveryId };
}

/** A data collection with a row, and an import that has ended long ago. */
async function makeCollection(
  server: TestServer,
  owner: Member,
  { productId, canary }: { productId: string; canary: Canary },
) {
  const client = server.as(owner);
  const name = `Collection ${canary}`;
  const columns = [{ name: `Column ${canary}`, type: "text" as const }];
  const made = await client.call(createCollection, {
    params: { productId },
    body: { data: { name, description: `Holds ${canary}`, columns } },
  });
  const { id: collectionId } = made.data;
  await client.call(addCollectionRows, {
    params: { productId, collectionId },
    body: { data: { rows: [{ values: { c1: `Cell ${canary}` } }] } },
  });
  const importId = newId();
  await server.store.db
    .insertInto("collectionImports")
    .values({
      ...{ organizationId: owner.organizationId, id: importId, agentId: productId, collectionId },
      ...{ fileId: newId(), fileName: `${canary}.csv`, mapping: "[]", jobId: null, state: "failed" },
      ...{ total: 1, done: 1, added: 0, refused: 1, error: `Refused ${canary}`, createdBy: null },
      problems: JSON.stringify([{ row: 2, column: null, message: `Wrong ${canary}` }]),
      ...{ createdAt: 1, endedAt: 1 },
    })
    .execute();
  return { collectionId, importId };
}

async function makeDevice(
  { store }: TestServer,
  place: { organizationId: string; userId: string; sessionId: string },
): Promise<string> {
  const id = newId();
  const nothing = { endpointHash: "", sealedSubscription: "", device: null, lastSentAt: null };
  await store.db
    .insertInto("pushDevices")
    .values({ ...place, id, ...nothing, createdAt: 1 })
    .execute();
  return id;
}

/** The ids of nothing at all. */
export function idsOfNothing(): Ids {
  const nothing = Object.fromEntries(idNames.map((name) => [name, newId()])) as Ids; // a value for each name
  return {
    ...nothing,
    email: `${newClientId()}@nowhere.example.com`,
    emailid: `${newClientId()}@nowhere.example.com`,
    readKey: "b".repeat(43),
    zoneSlug: "nobody",
  };
}

interface MakeSources {
  owner: Member;
  /** The agent whose they are, or the organization itself. */
  productId: string;
  canary: Canary;
  fileId: string;
}

/** Data sources with one of everything. */
async function makeSources(server: TestServer, make: MakeSources): Promise<SourceIds> {
  const { owner, productId, canary, fileId } = make;
  const client = server.as(owner);
  const of = callFor(productId);
  const params = { productId };
  const questions = [
    { question: `Title ${canary}`, answer: `Opening hours ${canary}: nine to five.` },
    { question: `Parking ${canary}`, answer: `Behind the house ${canary}.` },
  ];
  const { data: source } = await client.call(of(createDataSource), {
    params,
    body: { data: { name: `Source ${canary}`, config: { kind: "qa", questions } } },
  });
  const at = { ...params, datasourceId: source.id };
  const page = await vi.waitUntil(async () => (await client.call(of(listPages), { params: at })).items[0]);
  const pageAt = { ...at, pageId: page.id };
  const [passage] = (await client.call(of(listPassages), { params: pageAt, query: {} })).items;
  const [run] = (await client.call(of(listSyncHistory), { params: at })).items;
  const ofRun = { ...at, syncHistoryId: run?.id ?? "" };
  const [change] = (await client.call(of(listSyncChanges), { params: ofRun })).items;
  const { data: look } = await client.call(of(preprocess), {
    params,
    body: { data: { config: { kind: "files", fileIds: [fileId] } } },
  });
  return {
    ...{ datasourceId: source.id, syncHistoryId: run?.id ?? "", pageId: page.id },
    questionId: source.config.kind === "qa" ? (source.config.questions[0]?.id ?? "") : "",
    ...{ passageId: passage?.id ?? "", changeId: change?.id ?? "", preprocessId: look.id },
    editId: await makeEdit(server, { organizationId: owner.organizationId, page, canary }),
    ...(await pushOne(server, make)),
  };
}

/** The call on an agent's data sources, or the same one on the organization's own. */
function callFor(productId: string): <C extends AnyCall>(call: C) => C {
  return (call) => (productId === organizationItself ? ofOrganization(call) : call);
}

function nameShared(ids: SourceIds): Record<`shared ${SourceIdName}`, string> {
  const named = sourceIdNames.map((name) => [sharedName(name), ids[name]]);
  return Object.fromEntries(named) as Record<`shared ${SourceIdName}`, string>; // one for each name
}

/** A source that takes documents, with one that was read. */
async function pushOne(
  server: TestServer,
  { owner, productId, canary }: MakeSources,
): Promise<Pick<SourceIds, "documentSourceId" | "documentId">> {
  const client = server.as(owner);
  const of = callFor(productId);
  const name = `Pushed ${canary}`;
  const { data: source } = await client.call(of(createDataSource), {
    params: { productId },
    body: { data: { name, config: { kind: "documents" } } },
  });
  const params = { productId, datasourceId: source.id };
  const document = {
    externalId: `tides-${canary}`,
    title: `Tides ${canary}`,
    content: `High at six ${canary}.`,
  };
  const { data } = await client.call(of(pushDocuments), {
    params,
    body: { data: { documents: [document] } },
  });
  await vi.waitUntil(async () => (await client.call(of(getDataSource), { params })).data.status === "ready");
  return { documentSourceId: source.id, documentId: data.documents[0]?.id ?? "" };
}

/** A case and a run that asked it. */
async function runTest(
  server: TestServer,
  owner: Member,
  { productId, canary }: { productId: string; canary: Canary },
): Promise<Pick<Ids, "caseId" | "runId" | "resultId">> {
  const client = server.as(owner);
  const params = { productId };
  const asked = { question: `Question ${canary}?`, kind: "answer" as const };
  const { data: testCase } = await client.call(createTestCase, { params, body: { data: asked } });
  const { data: run } = await client.call(startRun, { params, body: { data: { kind: "tests" } } });
  const at = { ...params, runId: run.id };
  await vi.waitUntil(async () => (await client.call(getRun, { params: at })).data.state === "done");
  const [result] = (await client.call(listResults, { params: at })).items;
  return { caseId: testCase.id, runId: run.id, resultId: result?.id ?? "" };
}

/** A workflow with a version of its own number, and a run that waits for a member. */
async function makeWorkflow(
  server: TestServer,
  owner: Member,
  { productId: agentId, canary }: { productId: string; canary: Canary },
): Promise<
  Pick<Ids, "workflowId" | "workflowRunId" | "workflowStepId" | "workflowVersion" | "simulationId">
> {
  const client = server.as(owner);
  const steps = [step("ask", "approval", { text: `Approve ${canary}?`, byAnother: false })];
  const made = { name: `Workflow ${canary}`, agentId, graph: graph(steps, ["start > ask"]) };
  const workflow = await publishNew(client, made);
  const run = await start(client, workflow, { input: {} });
  const { timeline } = await runUntil(client, run, ({ state }) => state === "waiting");
  const version = (lastVersion += 1000);
  const { db } = server.store;
  await db.updateTable("workflowVersions").set({ version }).where("workflowId", "=", workflow.id).execute();
  await db.updateTable("workflowRuns").set({ version }).where("workflowId", "=", workflow.id).execute();
  await db.updateTable("workflows").set({ version }).where("id", "=", workflow.id).execute();
  const [waiting] = timeline;
  const simulation = await client.call(createWorkflowSimulation, {
    params: { workflowId: workflow.id },
    body: { data: { name: `Simulation ${canary}`, input: "{}", turns: [] } },
  });
  return {
    simulationId: simulation.data.id,
    ...{ workflowId: workflow.id, workflowRunId: run.runId },
    ...{ workflowStepId: waiting?.id ?? "", workflowVersion: String(version) },
  };
}

async function makeConnection(
  { store, clock }: TestServer,
  { organizationId, user }: Member,
  canary: Canary,
): Promise<string> {
  const id = newId();
  await store.db
    .insertInto("connections")
    .values({
      ...{
        organizationId,
        id,
        userId: user._id,
        provider: "notion",
        accountId: canary,
        name: `Space ${canary}`,
      },
      ...{ state: "connected", sealedAccess: "none", createdAt: clock.now(), updatedAt: clock.now() },
    })
    .execute();
  return id;
}

async function makeModelKey(
  { store, clock }: TestServer,
  organizationId: string,
  canary: Canary,
): Promise<string> {
  const id = newId();
  const at = { checkedAt: clock.now(), createdAt: clock.now() };
  const row = { organizationId, id, name: `Model key ${canary}`, provider: "openai" as const, ...at };
  const rest = {
    baseUrl: null,
    sealedKey: null,
    lastFour: null,
    models: "[]",
    speechModels: "[]",
    refusal: null,
  };
  await store.db
    .insertInto("modelKeys")
    .values({ ...row, ...rest })
    .execute();
  return id;
}

async function sendFile(server: TestServer, owner: Member, canary: Canary): Promise<string> {
  const bytes = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
  const data = { name: `${canary}.png`, contentType: "image/png", sizeBytes: bytes.length };
  const { url, fields, fileId } = await server.as(owner).call(initUpload, { body: { data } });
  await server.request(url, { method: "PUT", headers: fields, body: new Uint8Array(bytes) });
  return fileId;
}
