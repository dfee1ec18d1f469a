import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { portableFormat, portableVersion } from "../../../../shared/domain/portable.ts";
import type { AnyCall } from "../../../../shared/contract/call.ts";
import type { HostedWebSurface, WidgetSurface } from "../../../../shared/contract/surfaces/surfaces.ts";
import { contactForm } from "../../actions/shopApi.ts";
import type { Ids } from "./world.ts";

/** What rows are written with: ids of one organization, and what its agent is like. */
export interface Given {
  ids: Ids;
  agent: Agent;
  widget: WidgetSurface;
  hosted: HostedWebSurface;
}

/**
 * What a call needs to be a right one; one that needs nothing has no row. Whatever it names by id is taken from `ids`, so that
 * the tests can change it.
 */
export interface Row {
  query?: (given: Given) => Record<string, string>;
  body?: (given: Given) => unknown;
  /** The statuses of a right read, where they are not 200. */
  answers?: number[];
  /** Ends the session of whoever makes it, so that they could ask nothing more. */
  isEnd?: true;
  /** The whole of `data` or a part of it is the sender's own: any name may stand in it. */
  isFree?: true;
}

const data = (content: unknown) => ({ data: content });
const confirmed = { query: () => ({ confirmed: "true" }) };
const source = { query: () => ({ source: "copilot" }) };
const answered = { question: "Is there tea?", answer: "Yes." };
const clientId = "client-matrix-1";
const invited = ({ ids }: Given) => data({ emails: ["new@example.com"], groupId: ids.groupId });
const renamed = () => data({ name: "Another name" });

const viewOfMine = { name: "Urgent", isShared: false, filter: { priority: "urgent" }, sort: "newest" };

/** The smallest file of an agent. */
const fileOf = ({ configuration }: Agent) => ({
  ...{ format: portableFormat, formatVersion: portableVersion, id: "01m000000000000000000000aa" },
  ...{ title: "Help", description: "", category: "support", icon: "compass", author: "" },
  ...{ usedCount: 0, createdAt: 0, agent: configuration },
  requires: { models: [], providers: [], secrets: [] },
});

const ofAgent = { query: ({ ids }: Given) => ({ agentId: ids.productId }) };
const dashboardRows = (path: string) => ({ [`GET ${path}`]: ofAgent, [`GET ${path}/realtime`]: ofAgent });
const agent = "/api/console/v1/org/{orgId}/copilotapps/{productId}";
const fields = "/api/console/v1/org/{orgId}/customfields";
const connected = { query: ({ ids }: Given) => ({ connectionId: ids.connectionId }) };
const visitor = "/api/public/v1/copilotapps/{productId}";
const evaluation = `${agent}/evaluation`;
const testCase = ({ ids }: Given) =>
  data({
    question: "Is it free?",
    kind: "answer",
    from: { threadId: ids.threadId, messageId: ids.messageId },
  });
const message = `${visitor}/threads/{threadId}/messages/{messageId}`;

const forVisitorRows = (thread: string): Record<string, Row> => ({
  [`POST ${thread}/visitor/person`]: { body: () => data({ clientId }) },
  [`PUT ${thread}/visitor/rating`]: { body: () => data(null) },
  [`PUT ${thread}/visitor/read`]: { body: () => data({ readTo: 1 }) },
  [`PUT ${thread}/visitormessages/{messageId}/feedback`]: { body: () => data({ value: 1 }) },
  [`POST ${thread}/visitormessages/{messageId}/edit`]: { body: () => data({ content: "Hello" }) },
});

const workflows = "/api/workflow/v1.0/{orgId}/workflows";
const workflow = `${workflows}/{workflowId}`;
const draft = { name: "Flow", description: "", trigger: { kind: "manual" } };
const emptyGraph = { steps: [], edges: [], variables: [] };
/** An n8n workflow of one node. */
const flowToImport = JSON.stringify({
  nodes: [{ name: "Mail", type: "n8n-nodes-base.emailSend", parameters: {} }],
  connections: {},
});
const workflowRows: Record<string, Row> = {
  ["POST /api/workflow/v1.0/{orgId}/workflowimports"]: { body: () => data({ text: flowToImport }) },
  [`POST ${workflows}`]: { body: ({ ids }) => data({ name: "Flow", agentId: ids.productId }) },
  [`PUT ${workflow}`]: { body: () => data({ ...draft, graph: emptyGraph, revision: 1 }) },
  [`DELETE ${workflow}`]: confirmed,
  [`POST ${workflow}/publish`]: { body: () => data({ revision: 1 }) },
  [`PUT ${workflow}/enabled`]: { body: () => data({ enabled: true }) },
  [`POST ${workflow}/versions/{version}/restore`]: { body: () => data({ revision: 1 }) },
  [`POST ${workflow}/simulations`]: { body: () => data({ name: "Good", input: "{}", turns: [] }) },
  [`PUT ${workflow}/simulations/{simulationId}`]: {
    body: () => data({ name: "Good", input: "{}", turns: [] }),
  },
  [`DELETE ${workflow}/simulations/{simulationId}`]: confirmed,
  [`POST ${workflow}/steps`]: { body: () => data({}) },
  [`POST ${workflow}/sentences`]: { body: () => data({ sentences: ["Wait 2 days."] }) },
  [`POST ${workflow}/simulations/run`]: { body: ({ ids }) => data({ simulationId: ids.simulationId }) },
  [`POST ${workflow}/runs`]: { body: ({ ids }) => data({ threadId: ids.threadId }) },
  [`POST ${workflow}/runs/{runId}/retry`]: { body: ({ ids }) => data({ stepId: ids.workflowStepId }) },
  [`POST ${workflow}/runs/{runId}/steps/{stepId}/decision`]: { body: () => data({ decision: "approve" }) },
};

const webhookRows = (webhooks: string): Record<string, Row> => ({
  [`POST ${webhooks}`]: {
    body: ({ ids }) =>
      data({
        ...{ name: "Hook", url: "https://192.0.2.1/hook", events: ["message.created"] },
        agentIds: [ids.productId],
      }),
  },
  [`PATCH ${webhooks}/{webhookId}`]: { body: ({ ids }) => data({ agentIds: [ids.productId] }) },
  [`POST ${webhooks}/{webhookId}/test`]: { body: () => data({ event: "contact.created" }) },
  [`POST ${webhooks}/{webhookId}/redeliver`]: { body: () => data({ since: 0 }) },
});

const mcpServer = { name: "Tools", url: "https://192.0.2.1/mcp", auth: { type: "none" } };

/** The calls on data sources: below an agent, and below the organization for those that agents share. */
const sourceRows = (knowledge: string): Record<string, Row> => ({
  [`POST ${knowledge}`]: {
    body: ({ ids }) => data({ name: "Files", config: { kind: "files", fileIds: [ids.fileId] } }),
  },
  [`POST ${knowledge}/preprocess`]: {
    body: ({ ids }) => data({ config: { kind: "files", fileIds: [ids.fileId] } }),
  },
  [`POST ${knowledge}/verify-token`]: { body: () => data({ type: "notion", token: "ntn_1" }) },
  // A connection is its maker's alone.
  [`GET ${knowledge}/refresh-token`]: { ...connected, answers: [200, 404] },
  [`PUT ${knowledge}/{datasourceId}`]: {
    body: () => data({ name: "Questions", config: { kind: "qa", questions: [answered] } }),
  },
  [`DELETE ${knowledge}/{datasourceId}`]: confirmed,
  [`POST ${knowledge}/{datasourceId}/sync-files`]: { body: ({ ids }) => data({ files: [ids.fileId] }) },
  [`PUT ${knowledge}/{datasourceId}/schedule`]: {
    body: () => data({ every: "daily", at: "03:00", timeZone: "Europe/Berlin" }),
  },
  [`PUT ${knowledge}/{datasourceId}/pages/{pageId}`]: { body: () => data({ enabled: true }) },
  [`PUT ${knowledge}/{datasourceId}/pages/{pageId}/passages/{passageId}`]: {
    body: () => data({ text: "x" }),
  },
  [`POST ${knowledge}/{datasourceId}/questions`]: { body: () => data({ questions: [answered] }) },
  [`PUT ${knowledge}/{datasourceId}/questions/{questionId}`]: { body: () => data(answered) },
  [`POST ${knowledge}/{datasourceId}/documents`]: {
    body: () => data({ documents: [{ externalId: "a", content: "Tea at four." }] }),
  },
  [`POST ${knowledge}/{datasourceId}/documents/delete`]: { body: () => data({ externalIds: ["a"] }) },
});

const collections = `${agent}/datacollections`;
const column = { name: "Code", type: "text" };
const mapping = [{ from: 0, columnId: "c1" }];
const collectionRows: Record<string, Row> = {
  [`POST ${collections}`]: { body: () => data({ name: "Orders", columns: [column] }) },
  [`PUT ${collections}/{collectionId}`]: {
    body: () => data({ name: "Orders", columns: [{ id: "c1", ...column }] }),
  },
  [`DELETE ${collections}/{collectionId}`]: confirmed,
  [`GET ${collections}/{collectionId}/rows`]: {
    query: () => ({ filters: JSON.stringify([{ column: "c1", operator: "is_not_empty" }]), sort: "c1" }),
  },
  [`POST ${collections}/{collectionId}/rows`]: { body: () => data({ rows: [{ values: { c1: "A1" } }] }) },
  [`PATCH ${collections}/{collectionId}/rows`]: {
    body: () => data({ rows: [{ id: 1, values: { c1: "A2" } }] }),
  },
  [`POST ${collections}/{collectionId}/rows/delete`]: { body: () => data({ ids: [1] }) },
  // The file says too little to be read as a table.
  [`POST ${collections}/{collectionId}/imports/preview`]: { body: ({ ids }) => data({ fileId: ids.fileId }) },
  [`POST ${collections}/{collectionId}/imports`]: {
    body: ({ ids }) => data({ fileId: ids.fileId, mapping }),
  },
};

/**
 * Every call that somebody must be somebody for. A new call belongs here: with it the matrix asks it as everybody, and
 * with the ids of others. Calls for anyone stand in the reviewed list of routes.test.ts.
 */
export const rows: Record<string, Row> = {
  ...workflowRows,
  "POST /api/auth/v1.0/authentication/logout": { isEnd: true },
  "POST /api/auth/v1.0/authentication/google/figma": {
    body: ({ ids }) => ({ write_key: "w".repeat(43), token: ids.surfaceToken }),
  },
  "PATCH /api/auth/v1.0/profile/meta": { body: () => ({ first_name: "Ana" }) },
  "PUT /api/auth/v1.0/profile/picture": {
    body: ({ ids }) => ({ organizationId: ids.orgId, fileId: ids.fileId }),
  },
  "POST /api/auth/v1.0/profile/email": { body: () => ({ email: "new@example.com" }) },
  "POST /api/auth/v1.0/profile/email/confirm": { body: () => ({ code: "123456" }) },
  "POST /api/auth/v1.0/profile/second-factor/begin": { body: () => ({}) },
  "POST /api/auth/v1.0/profile/second-factor": { body: () => ({ code: "123456" }) },
  "POST /api/auth/v1.0/profile/second-factor/off": { body: () => ({ code: "123456" }) },
  "POST /api/auth/v1.0/profile/second-factor/recovery-codes": { body: () => ({ code: "123456" }) },
  "POST /api/auth/v1.0/profile/update-password": { body: () => ({ password: "another password" }) },
  "POST /api/auth/v1.0/profile/prove": { body: () => ({ code: "123456" }) },

  "POST /api/organisation/organization": { body: renamed },
  "PATCH /api/organisation/organization/{orgId}/details": { body: renamed },
  "POST /api/organisation/organization/invite": { ...source, body: invited },
  "POST /api/organisation/organization/resend-invite": {
    ...source,
    body: ({ ids }) => data({ email: ids.emailid }),
  },
  "PATCH /api/organisation/v1.0/org/{orgId}/team/{memberId}": {
    body: ({ ids }) => data({ groupIds: [ids.groupId] }),
  },
  "GET /api/organisation/v1.0/org/{orgId}/search": { query: ({ ids }) => ({ email: ids.email }) },
  "GET /api/organisation/v1.0/org/accept-invite/{token}": { answers: [404] },
  "POST /api/organisation/v1.0/org/{orgId}/keys": {
    body: ({ ids }) => data({ name: "Key", scopes: ["agents.read"], agentIds: [ids.productId] }),
  },
  "PATCH /api/organisation/v1.0/org/{orgId}/keys/{keyId}": {
    body: ({ ids }) => data({ agentIds: [ids.productId] }),
  },
  ...webhookRows("/api/organisation/v1.0/org/{orgId}/webhooks"),
  "POST /api/panel/v1.0/org": { body: renamed },
  ...dashboardRows("/api/console/v1/org/{orgId}/analytics/dashboard"),
  ...dashboardRows("/api/panel/v1.0/org/{orgId}/dashboard"),
  "GET /api/feedback/v1.0/feedback/aggregate": ofAgent,
  "POST /api/console/v1/org/{orgId}/reports": {
    body: ({ ids }) =>
      data({ name: "Mine", range: "7d", from: null, to: null, agentId: ids.productId, surface: null }),
  },
  "PUT /api/console/v1/org/{orgId}/reports/{reportId}/mail": { body: () => data({ isMailed: false }) },
  "POST /api/console/v1/org/{orgId}/stats/query": {
    body: () => ({
      ...{ view: "conversations", metrics: [{ measure: "conversations" }] },
      ...{ from: "2026-03-01", to: "2026-03-31" },
    }),
  },
  "PATCH /api/panel/v1.0/org/{orgId}": { body: renamed },
  "POST /api/panel/v1.0/org/{orgId}/team": { body: invited },
  "PATCH /api/panel/v1.0/org/{orgId}/team/{memberId}": {
    body: ({ ids }) => data({ groupIds: [ids.groupId] }),
  },
  "GET /api/panel/v1.0/org/accept-invite/{token}": { answers: [404] },
  // Of the first owner and super admins alone.
  "GET /api/panel/v1/installation": { answers: [404] },

  "GET /api/account/v1/org/{orgId}/agentusers": { answers: [200, 404] },
  "PUT /api/account/v1/org/{orgId}/agentusers": { body: () => data({ status: "online" }) },
  "PATCH /api/account/v1/org/{orgId}/digest": { body: () => data({ every: "day" }) },
  "PATCH /api/account/v1/org/{orgId}/push": { body: () => data({ hidesText: true }) },
  "POST /api/account/v1/org/{orgId}/push/devices": {
    body: () =>
      data({ endpoint: "https://192.0.2.1/push", keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) } }),
  },
  "GET /api/account/v1/org/{orgId}/subscriptions/portal": { answers: [404, 409] },
  "POST /api/console/v1/org/{orgId}/generatecopilotFromFreeSession/{uuid}": {
    body: () => data({ secret: "s".repeat(43) }),
  },
  "POST /api/account/v1/org/{orgId}/subscriptions": { body: () => data({ planId: "standard-1" }) },
  "POST /api/account/v1/org/{orgId}/request-subscription-upgrade": { body: () => data({ message: "More." }) },
  "POST /api/account/v1/org/{orgId}/keys": { body: () => data({ provider: "openai", key: "sk-1" }) },
  "POST /api/account/v1/org/{orgId}/keys/validate": { body: () => data({ provider: "openai", key: "sk-1" }) },
  "POST /api/account/v1/org/{orgId}/keys/defaults": { body: () => data({ chat: null }) },
  "PUT /api/account/v1/org/{orgId}/keys/{keyId}": { body: renamed },
  // Asks the provider, and a test asks none.
  "GET /api/account/v1/org/{orgId}/keys/{keyId}/models": { answers: [200, 422, 502] },

  "POST /api/console/v1/org/{orgId}/storage/init": { body: () => data({ name: "a.txt", sizeBytes: 1 }) },
  "GET /api/console/v1/org/{orgId}/storage/signed-url": { query: ({ ids }) => ({ fileId: ids.fileId }) },
  "POST /api/console/v1/org/{orgId}/copilotapps": { body: renamed },
  "POST /api/console/v1/org/{orgId}/copilotapps/generate": {
    body: () => data({ useCases: ["agent"], description: "Answers questions about bicycles." }),
  },
  [`PUT ${agent}`]: {
    body: ({ agent }) => data({ revision: agent.revision, configuration: agent.configuration }),
  },
  [`DELETE ${agent}`]: confirmed,
  [`PATCH ${agent}/status`]: { body: () => data({ status: "paused" }) },
  [`POST ${agent}/publish`]: { body: ({ agent }) => data({ note: "A note", revision: agent.revision }) },
  [`POST ${agent}/import/templates/{exportId}`]: {
    body: ({ agent }) => data({ revision: agent.revision }),
  },
  [`POST ${agent}/clone`]: { body: renamed },
  [`PUT ${agent}/template`]: {
    body: () => data({ title: "Help", description: "", category: "support", icon: "compass" }),
  },
  "POST /api/console/v1/org/{orgId}/import/templates": { body: ({ agent }) => data({ file: fileOf(agent) }) },
  "GET /api/public/v1/templates/{productAppId}/export": { query: ({ ids }) => ({ exportId: ids.exportId }) },
  "POST /api/public/v1/templates/{exportId}/import": { body: renamed },
  "POST /api/content/api/ai-agent-templates/{productAppId}/update-used-count": {
    body: ({ ids }) => data({ productId: ids.productId }),
  },
  [`POST ${agent}/playground`]: { body: () => data({ question: "Hello" }) },
  [`PATCH ${agent}/setupguide/{setupGuideType}`]: { body: () => data({ skipped: true }) },
  "DELETE /api/console/v1/org/{orgId}/deletedcopilotapps/{deletedId}": confirmed,
  [`GET ${agent}/versions/{version}/changes`]: { query: ({ ids }) => ({ to: ids.version }) },
  [`POST ${agent}/versions/{version}/restore`]: {
    body: ({ agent }) => data({ revision: agent.revision, withKnowledge: true }),
  },
  ...sourceRows(`${agent}/datasources`),
  ...collectionRows,
  [`PUT ${agent}/datasources/shared/{datasourceId}`]: { body: () => data({ isUsed: true }) },
  ...sourceRows("/api/account/v1/org/{orgId}/datasources"),
  [`PUT ${agent}/datasources/hygiene/like-passages/{pairId}`]: { body: () => data({ isIgnored: false }) },
  [`GET ${agent}/datasources/hygiene/stale-pages`]: { query: () => ({ months: "1", citations: "1" }) },
  "GET /api/webhooks/v1/oauth-url": {
    query: () => ({ type: "googleDrive", returnTo: "/" }),
    // No client of Google's is set.
    answers: [409],
  },
  "GET /api/webhooks/v1/open-google-drive-picker": { ...connected, answers: [404] },
  // Its access can't be opened: it is to be connected again.
  "GET /api/webhooks/v1/open-notion-picker": { ...connected, answers: [404, 409] },
  [`PUT ${agent}/surfaces/widget`]: {
    body: ({ widget: { type: _, token: __, lastSeen: ___, savedBy: ____, ...rest } }) => data(rest),
  },
  [`DELETE ${agent}/surfaces/widget`]: confirmed,
  [`PUT ${agent}/surfaces/widget/identity`]: { body: () => data({ mode: "optional" }) },
  [`POST ${agent}/surfaces/widget/identity/check`]: { body: () => data({ token: "x" }) },
  [`POST ${agent}/surfaces/widget/voice`]: {
    body: () => data({ text: "Hello", voice: "", model: "" }),
    answers: [502],
  },
  [`PUT ${agent}/surfaces/video-avatar`]: {
    body: () =>
      data({ revision: 0, enabled: false, avatarId: "r1", avatarName: "Anna", voiceId: "", voiceName: "" }),
  },
  [`POST ${agent}/surfaces/video-avatar/test`]: { answers: [404] },
  [`DELETE ${agent}/surfaces/video-avatar`]: confirmed,
  // No service is one of that name.
  "PUT /api/console/v1/org/{orgId}/voicekeys/{service}": { body: () => data({ key: "k" }), answers: [404] },
  "DELETE /api/console/v1/org/{orgId}/voicekeys/{service}": { answers: [404] },
  "GET /api/console/v1/org/{orgId}/voicelist/{service}/preview": {
    query: () => ({ kind: "voice", id: "x" }),
    answers: [404],
  },
  [`POST ${agent}/surfaces/widget/check-page`]: { body: () => data({ url: "http://127.0.0.1:1/" }) },
  [`PUT ${agent}/surfaces/hosted-web`]: {
    body: ({ ids, hosted: { revision, enabled, slug, settings } }) =>
      data({ revision, enabled, slug, settings: { ...settings, imageFileId: ids.fileId } }),
  },
  [`DELETE ${agent}/surfaces/hosted-web`]: confirmed,
  [`PUT ${agent}/surfaces/{surfaceType}`]: { body: () => data({ revision: 0, enabled: false }) },
  [`DELETE ${agent}/surfaces/{surfaceType}`]: confirmed,
  // Telegram has no app to add.
  [`POST ${agent}/surfaces/{surfaceType}/install`]: { answers: [409], body: () => data({ returnTo: "/" }) },
  // Phone is not connected.
  [`POST ${agent}/surfaces/call/initiate-phone-call`]: {
    answers: [422],
    body: ({ ids }) => data({ clientId, contactId: ids.contactId, number: "+15005550009" }),
  },
  [`PUT ${agent}/surfaces/hosted-web/domain`]: { body: () => data({ name: "chat.example.com" }) },
  [`POST ${agent}/surfaces/hosted-web/check-predefined-domain`]: { body: () => data({ slug: "some-page" }) },
  [`GET ${agent}/retention`]: { query: () => ({ days: "30" }) },
  [`POST ${agent}/threads`]: {
    body: () => data({ contact: { userId: "matrix" }, clientId, content: "Hello" }),
  },
  // Slack is not connected.
  [`GET ${agent}/team-notices/slack-channels`]: { answers: [422] },
  [`POST ${agent}/team-notices/test`]: { answers: [422] },
  [`PUT ${agent}/team-notices`]: {
    body: () => data({ revision: 0, enabled: false, kinds: ["handoffs"], channelId: null, userIds: [] }),
  },
  // WhatsApp is not connected, and the conversation goes on elsewhere.
  [`GET ${agent}/threads/get-whatsapp-templates`]: { answers: [404] },
  [`POST ${agent}/threads/{threadId}/channel/template`]: {
    body: () => data({ clientId, name: "order_ready", language: "en_US", values: [] }),
  },
  [`PUT ${agent}/threads/{threadId}/channel`]: { body: () => data({ type: null, externalId: null }) },
  [`POST ${agent}/threads/{threadId}/channel/preview`]: { body: () => data({ content: "Hello" }) },
  [`POST ${agent}/threads/{surfaceType}/initiate-chat`]: {
    body: ({ ids }) => data({ contactId: ids.contactId, clientId, content: "Hello" }),
  },
  [`POST ${agent}/threads/{threadId}/visitormessages`]: { body: () => data({ clientId, content: "Hello" }) },
  [`POST ${agent}/threads/person`]: { body: () => data({ contact: {}, clientId }) },
  [`POST ${agent}/visitorattachments`]: {
    body: ({ ids: { threadId } }) =>
      data({ name: "a.png", contentType: "image/png", sizeBytes: 10, threadId }),
  },
  ...forVisitorRows(`${agent}/threads/{threadId}`),
  [`PATCH ${agent}/threads/{threadId}`]: { body: () => data({ status: "resolved" }) },
  [`POST ${agent}/threads/{threadId}/undo`]: { body: () => data({ undoId: clientId }) },
  [`DELETE ${agent}/threads/{threadId}`]: confirmed,
  [`GET ${agent}/threads/search`]: { query: () => ({ search: "Question" }) },
  "GET /api/console/v1/org/{orgId}/threads/search": { query: () => ({ search: "Question" }) },
  [`PUT ${agent}/assignees/{memberId}`]: { body: () => data({ capacity: 5 }) },
  [`PATCH ${agent}/contacts/{contactId}`]: { body: () => data({ attributes: { plan: "pro" } }) },
  [`POST ${agent}/contacts/{contactId}/notes`]: { body: () => data({ content: "Likes tea" }), isFree: true },
  [`PATCH ${agent}/contacts/{contactId}/notes/{contactNoteId}`]: {
    body: () => data({ content: "Tea" }),
    isFree: true,
  },
  [`POST ${agent}/contacts/{contactId}/merge`]: {
    body: ({ ids }) => data({ contactId: ids.otherContactId }),
  },
  [`DELETE ${agent}/contacts/{contactId}`]: confirmed,
  [`POST ${agent}/threadviews`]: { body: () => data(viewOfMine) },
  [`PATCH ${agent}/threadviews/{viewId}`]: { body: renamed },
  [`PUT ${agent}/startview`]: { body: ({ ids }) => data({ viewId: ids.viewId }) },
  [`POST ${agent}/threadchanges`]: {
    body: ({ ids }) => data({ of: { threadIds: [ids.threadId] }, change: { priority: "low" } }),
  },
  [`POST ${agent}/threadchanges/removal`]: {
    ...confirmed,
    body: ({ ids }) => data({ of: { threadIds: [ids.threadId] } }),
  },
  [`POST ${agent}/contactexports`]: { body: () => data({ format: "csv", filter: {} }) },
  [`POST ${agent}/threadexports`]: { body: () => data({ format: "csv", filter: {} }) },
  [`POST ${agent}/labels`]: { body: () => data({ name: "Billing", colour: "#1a73e8" }), isFree: true },
  [`PATCH ${agent}/labels/{labelId}`]: { body: () => data({ colour: "#1a73e8" }) },
  [`POST ${fields}`]: { body: () => data({ key: "plan", name: "Plan", kind: "text" }), isFree: true },
  [`PATCH ${fields}/{fieldKey}`]: { body: renamed },
  [`POST ${agent}/attachments`]: {
    body: () => data({ name: "a.png", contentType: "image/png", sizeBytes: 10 }),
  },
  [`POST ${agent}/canned-replies`]: {
    body: () => data({ name: "Hours", text: "From 9 to 17." }),
    isFree: true,
  },
  [`PATCH ${agent}/canned-replies/{cannedReplyId}`]: { body: () => data({ text: "From 9." }) },
  [`POST ${agent}/threads/{threadId}/messages`]: { body: () => data({ clientId, content: "Hello" }) },
  [`POST ${agent}/threads/{threadId}/notes`]: { body: () => data({ clientId, content: "Hello" }) },
  [`PATCH ${agent}/threads/{threadId}/notes/{noteId}`]: { body: () => data({ content: "Hello" }) },
  [`POST ${agent}/threads/{threadId}/scheduled-replies`]: {
    body: () => data({ clientId, content: "Hello", sendAt: Date.now() + 60_000_000 }),
  },
  [`PATCH ${agent}/threads/{threadId}/scheduled-replies/{scheduledReplyId}`]: {
    body: () => data({ sendAt: Date.now() + 60_000_000 }),
  },
  [`POST ${agent}/threads/{threadId}/looking`]: { body: () => data({ doing: "looking" }) },
  [`POST ${agent}/threads/{threadId}/summary`]: { body: () => data({ language: "en" }) },
  // The built-in model writes nothing of its own.
  [`POST ${agent}/threads/{threadId}/rewrite`]: {
    body: () => data({ content: "Hello", style: "formal" }),
    answers: [409],
  },
  [`POST ${agent}/threads/{threadId}/translation`]: {
    body: () => data({ content: "Hello" }),
    answers: [409],
  },
  [`POST ${agent}/threads/{threadId}/translations`]: {
    body: () => data({ language: "en", messageIds: ["nobodys"] }),
  },
  [`POST ${agent}/threads/{threadId}/messages/{messageId}/translation`]: {
    body: () => data({ language: "en" }),
    answers: [409],
  },
  // Nobody has said anything aloud.
  [`POST ${agent}/threads/{threadId}/messages/{messageId}/transcript`]: { answers: [200, 409] },

  [`POST ${evaluation}/cases`]: { body: testCase },
  [`POST ${agent}/skills`]: { body: () => data(contactForm()) },
  // Somebody saved it since: what it would change is checked before.
  [`PUT ${agent}/skills`]: {
    body: ({ ids }) => data({ ...contactForm(), id: ids.skillId, updatedAt: 2 }),
    answers: [409],
  },
  [`DELETE ${agent}/skills/{skillId}`]: confirmed,
  [`POST ${agent}/skills/test`]: {
    body: ({ ids }) =>
      data({
        ...{ skillId: ids.skillId, skill: contactForm(), mode: "dry" },
        inputs: { name: "Ada", email: "ada@example.com" },
      }),
  },
  // Nothing listens there.
  [`POST ${agent}/skills/read-options`]: {
    body: () => data({ url: "http://127.0.0.1:9/cities", pick: "" }),
    answers: [400],
  },
  [`POST ${agent}/skills/read-openapi`]: {
    body: () => data({ text: '{"openapi":"3.1.0","info":{"title":"T","version":"1"},"paths":{}}' }),
  },
  [`POST ${agent}/mcps`]: { body: () => data(mcpServer) },
  // Somebody saved it since: what it would change is checked before.
  [`PUT ${agent}/mcps/{mcpId}`]: { body: () => data({ ...mcpServer, updatedAt: 2 }), answers: [409] },
  [`DELETE ${agent}/mcps/{mcpId}`]: confirmed,
  // Its server is at an address that no request may go to.
  [`POST ${agent}/mcps/{mcpId}/signin`]: { body: () => data({ returnTo: "/" }), answers: [409] },
  [`DELETE ${agent}/mcps/{mcpId}/signin`]: confirmed,
  [`PUT ${agent}/mcp-endpoint`]: { body: () => data({ isEnabled: true }) },
  [`PATCH ${agent}/mcps/{mcpId}/tools/{toolId}`]: { body: () => data({ risk: "read" }) },
  [`POST ${agent}/mcps/{mcpId}/test`]: { body: ({ ids }) => data({ toolId: ids.toolId, input: {} }) },
  [`POST ${agent}/integrations`]: { body: () => data({ provider: "slack", name: "Team", settings: {} }) },
  // Somebody saved it since: what it would change is checked before.
  [`PUT ${agent}/integrations/{integrationId}`]: {
    body: () => data({ settings: {}, updatedAt: 2 }),
    answers: [409],
  },
  // There is no service of that name.
  "POST /api/organisation/v1.0/org/{orgId}/integrations/connect/{provider}": {
    body: ({ ids }) => data({ agentId: ids.productId, integrationId: ids.integrationId, returnTo: "/" }),
    answers: [404],
  },
  [`DELETE ${agent}/integrations/{integrationId}`]: confirmed,
  // Nobody has connected it yet, so there is nothing to renew.
  [`POST ${agent}/integrations/{integrationId}/refresh-token`]: { answers: [409] },
  // It waits for the visitor's word, not the team's.
  [`POST ${agent}/threads/{threadId}/actions/{actionId}`]: {
    body: () => data({ decision: "decline" }),
    answers: [409],
  },
  // No app shows it.
  [`GET ${agent}/threads/{threadId}/actions/{actionId}/app`]: { answers: [404] },
  [`GET ${visitor}/threads/{threadId}/actions/{actionId}/app`]: { answers: [404] },
  [`POST ${visitor}/threads/{threadId}/actions/{actionId}/app`]: {
    body: () => data({ name: "find", arguments: {} }),
    answers: [404],
  },
  // It waits for the visitor's word, and not for their page.
  [`POST ${visitor}/threads/{threadId}/actions/{actionId}/page`]: {
    body: () => data({ step: "begin", holder: "tab-matrix-1" }),
    answers: [409],
  },
  [`POST ${visitor}/threads/{threadId}/actions/{actionId}`]: {
    body: () => data({ decision: "decline", values: {} }),
  },
  [`PUT ${evaluation}/cases/{caseId}`]: { body: testCase },
  [`DELETE ${evaluation}/cases/{caseId}`]: confirmed,
  [`POST ${evaluation}/runs`]: { body: ({ ids }) => data({ kind: "tests", caseIds: [ids.caseId] }) },
  [`PUT ${evaluation}/runs/{runId}/results/{resultId}/verdict`]: { body: () => data({ verdict: "failed" }) },
  [`PUT ${evaluation}/gaps/{messageId}`]: { body: () => data({ closed: "dismissed" }) },

  [`POST ${visitor}/messages`]: {
    body: ({ ids }) => data({ clientId, content: "Hello", threadId: ids.threadId }),
  },
  [`POST ${message}/edit`]: { body: () => data({ content: "Hello" }) },
  [`PUT ${message}/feedback`]: { body: () => data({ value: 1 }) },
  [`POST ${visitor}/calls`]: { body: () => data({ language: "en" }) },
  [`POST ${visitor}/person`]: { body: ({ ids }) => data({ clientId, threadId: ids.threadId }) },
  // The owner did not choose the form.
  [`POST ${visitor}/offline-messages`]: {
    body: () => data({ clientId, email: "ada@example.org", content: "Do you ship?" }),
    answers: [422],
  },
  [`PUT ${visitor}/threads/{threadId}/rating`]: { body: () => data(null) },
  [`PUT ${visitor}/threads/{threadId}/read`]: { body: () => data({ readTo: 1 }) },
  [`POST ${visitor}/attachments`]: {
    body: () => data({ name: "a.png", contentType: "image/png", sizeBytes: 10 }),
  },
  [`POST ${visitor}/identity`]: { body: () => data({ token: "x" }) },
  [`PUT ${visitor}/consent`]: {
    body: () => data({ value: "granted", text: "Do you agree?", agoMs: 0 }),
    isFree: true,
  },
  [`PUT ${visitor}/attributes`]: { body: () => data({ plan: "free" }), isFree: true },
  [`DELETE ${visitor}/session`]: { isEnd: true },
};

/** How a call is named here. */
export function nameOf({ method, family, path }: Pick<AnyCall, "method" | "family" | "path">): string {
  return `${method} /api/${family}${path}`;
}
