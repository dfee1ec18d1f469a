import type { Agent } from "../../../../shared/contract/agents/agents.ts";
import { portableFormat, portableVersion } from "../../../../shared/domain/portable.ts";
import type { AnyCall } from "../../../../shared/contract/call.ts";
import type { HostedWebSurface, WidgetSurface } from "../../../../shared/contract/surfaces/surfaces.ts";
import type { Ids } from "./world.ts";

/** What rows are written with: ids of one organization, and what its agent is like. */
export interface Given {
  ids: Ids;
  agent: Agent;
  widget: WidgetSurface;
  hosted: HostedWebSurface;
}

/** What a call needs to be a right one. Whatever it names by id is taken from `ids`, so that the tests can change it. */
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

const agent = "/api/console/v1/org/{orgId}/copilotapps/{productId}";
const fields = "/api/console/v1/org/{orgId}/customfields";
const connect = "GET /api/organisation/v1.0/org/{orgId}/integrations/connect/{provider}";
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
  [`GET ${thread}/visitor`]: {},
  [`POST ${thread}/visitor/person`]: { body: () => data({ clientId }) },
  [`DELETE ${thread}/visitor/person`]: {},
  [`POST ${thread}/visitor/end`]: {},
  [`PUT ${thread}/visitor/rating`]: { body: () => data(null) },
  [`PUT ${thread}/visitor/read`]: { body: () => data({ readTo: 1 }) },
  [`POST ${thread}/visitor/typing`]: {},
  [`GET ${thread}/visitormessages`]: {},
  [`PUT ${thread}/visitormessages/{messageId}/feedback`]: { body: () => data({ value: 1 }) },
  [`POST ${thread}/visitormessages/{messageId}/edit`]: { body: () => data({ content: "Hello" }) },
  [`POST ${thread}/visitormessages/{messageId}/stop`]: {},
  [`POST ${thread}/visitormessages/{messageId}/retry`]: {},
});

const webhookRows = (webhooks: string): Record<string, Row> => ({
  [`GET ${webhooks}`]: {},
  [`GET ${webhooks}/{webhookId}`]: {},
  [`POST ${webhooks}`]: {
    body: ({ ids }) =>
      data({
        ...{ name: "Hook", url: "https://192.0.2.1/hook", events: ["message.created"] },
        agentIds: [ids.productId],
      }),
  },
  [`PATCH ${webhooks}/{webhookId}`]: { body: ({ ids }) => data({ agentIds: [ids.productId] }) },
  [`DELETE ${webhooks}/{webhookId}`]: {},
  [`POST ${webhooks}/{webhookId}/secret`]: {},
  [`DELETE ${webhooks}/{webhookId}/secret`]: {},
  [`POST ${webhooks}/{webhookId}/test`]: { body: () => data({ event: "contact.created" }) },
  [`POST ${webhooks}/{webhookId}/redeliver`]: { body: () => data({ since: 0 }) },
  [`GET ${webhooks}/{webhookId}/deliveries`]: {},
  [`GET ${webhooks}/{webhookId}/deliveries/{deliveryId}`]: {},
  [`POST ${webhooks}/{webhookId}/deliveries/{deliveryId}/redeliver`]: {},
});

/** The calls on data sources: below an agent, and below the organization for those that agents share. */
const sourceRows = (knowledge: string): Record<string, Row> => ({
  [`GET ${knowledge}`]: {},
  [`POST ${knowledge}`]: {
    body: ({ ids }) => data({ name: "Files", config: { kind: "files", fileIds: [ids.fileId] } }),
  },
  [`GET ${knowledge}/character-usage`]: {},
  [`POST ${knowledge}/preprocess`]: {
    body: ({ ids }) => data({ config: { kind: "files", fileIds: [ids.fileId] } }),
  },
  [`GET ${knowledge}/preprocess/{preprocessId}`]: {},
  [`POST ${knowledge}/preprocess/{preprocessId}/cancel`]: {},
  [`POST ${knowledge}/verify-token`]: { body: () => data({ type: "notion", token: "ntn_1" }) },
  // A connection is its maker's alone.
  [`GET ${knowledge}/refresh-token`]: { ...connected, answers: [200, 404] },
  [`GET ${knowledge}/{datasourceId}`]: {},
  [`PUT ${knowledge}/{datasourceId}`]: {
    body: () => data({ name: "Questions", config: { kind: "qa", questions: [answered] } }),
  },
  [`DELETE ${knowledge}/{datasourceId}`]: confirmed,
  [`GET ${knowledge}/sync-status`]: {},
  [`POST ${knowledge}/{datasourceId}/sync-files`]: { body: ({ ids }) => data({ files: [ids.fileId] }) },
  [`POST ${knowledge}/{datasourceId}/sync`]: {},
  [`POST ${knowledge}/{datasourceId}/sync/cancel`]: {},
  [`POST ${knowledge}/{datasourceId}/sync/retry`]: {},
  [`POST ${knowledge}/{datasourceId}/sync/webhook`]: {},
  [`DELETE ${knowledge}/{datasourceId}/sync/webhook`]: {},
  [`PUT ${knowledge}/{datasourceId}/schedule`]: {
    body: () => data({ every: "daily", at: "03:00", timeZone: "Europe/Berlin" }),
  },
  [`DELETE ${knowledge}/{datasourceId}/schedule`]: {},
  [`GET ${knowledge}/{datasourceId}/history`]: {},
  [`GET ${knowledge}/{datasourceId}/history/{syncHistoryId}/logs`]: {},
  [`GET ${knowledge}/{datasourceId}/history/{syncHistoryId}/changes`]: {},
  [`GET ${knowledge}/{datasourceId}/history/{syncHistoryId}/changes/{changeId}`]: {},
  [`GET ${knowledge}/{datasourceId}/history/{syncHistoryId}/answers`]: {},
  [`GET ${knowledge}/{datasourceId}/pages`]: {},
  [`DELETE ${knowledge}/{datasourceId}/pages/{pageId}`]: {},
  [`GET ${knowledge}/{datasourceId}/pages/{pageId}`]: {},
  [`PUT ${knowledge}/{datasourceId}/pages/{pageId}`]: { body: () => data({ enabled: true }) },
  [`POST ${knowledge}/{datasourceId}/pages/{pageId}/refresh`]: {},
  [`GET ${knowledge}/{datasourceId}/pages/{pageId}/passages`]: {},
  [`PUT ${knowledge}/{datasourceId}/pages/{pageId}/passages/{passageId}`]: {
    body: () => data({ text: "x" }),
  },
  [`DELETE ${knowledge}/{datasourceId}/pages/{pageId}/edits/{editId}`]: {},
  [`POST ${knowledge}/{datasourceId}/questions`]: { body: () => data({ questions: [answered] }) },
  [`PUT ${knowledge}/{datasourceId}/questions/{questionId}`]: { body: () => data(answered) },
  [`DELETE ${knowledge}/{datasourceId}/questions/{questionId}`]: {},
  [`POST ${knowledge}/{datasourceId}/documents`]: {
    body: () => data({ documents: [{ externalId: "a", content: "Tea at four." }] }),
  },
  [`GET ${knowledge}/{datasourceId}/documents`]: {},
  [`GET ${knowledge}/{datasourceId}/documents/{documentId}`]: {},
  [`DELETE ${knowledge}/{datasourceId}/documents/{documentId}`]: {},
  [`POST ${knowledge}/{datasourceId}/documents/delete`]: { body: () => data({ externalIds: ["a"] }) },
});

/**
 * Every call that somebody must be somebody for. A new call belongs here: with it the matrix asks it as everybody, and
 * with the ids of others. Calls for anyone stand in the reviewed list of routes.test.ts.
 */
export const rows: Record<string, Row> = {
  "POST /api/auth/v1.0/authentication/logout": { isEnd: true },
  "POST /api/auth/v1.0/authentication/google/figma": {
    body: ({ ids }) => ({ write_key: "w".repeat(43), token: ids.surfaceToken }),
  },
  "GET /api/auth/v1.0/profile/detail": {},
  "PATCH /api/auth/v1.0/profile/meta": { body: () => ({ first_name: "Ana" }) },
  "PUT /api/auth/v1.0/profile/picture": {
    body: ({ ids }) => ({ organizationId: ids.orgId, fileId: ids.fileId }),
  },
  "DELETE /api/auth/v1.0/profile/picture": {},
  "POST /api/auth/v1.0/profile/email": { body: () => ({ email: "new@example.com" }) },
  "POST /api/auth/v1.0/profile/email/confirm": { body: () => ({ code: "123456" }) },
  "POST /api/auth/v1.0/profile/email/resend": {},
  "DELETE /api/auth/v1.0/profile/email": {},
  "POST /api/auth/v1.0/profile/second-factor/begin": { body: () => ({}) },
  "POST /api/auth/v1.0/profile/second-factor": { body: () => ({ code: "123456" }) },
  "POST /api/auth/v1.0/profile/second-factor/off": { body: () => ({ code: "123456" }) },
  "POST /api/auth/v1.0/profile/second-factor/recovery-codes": { body: () => ({ code: "123456" }) },
  "POST /api/auth/v1.0/profile/update-password": { body: () => ({ password: "another password" }) },
  "POST /api/auth/v1.0/profile/prove": { body: () => ({ code: "123456" }) },
  "GET /api/auth/v1.0/sessions": {},
  "DELETE /api/auth/v1.0/sessions/{sessionId}": {},
  "DELETE /api/auth/v1.0/sessions": {},

  "GET /api/organisation/organization": {},
  "POST /api/organisation/organization": { body: renamed },
  "GET /api/organisation/organization/{orgId}/polling": {},
  "GET /api/organisation/organization/detail": {},
  "PATCH /api/organisation/organization/{orgId}/details": { body: renamed },
  "GET /api/organisation/token/{orgId}": {},
  "GET /api/organisation/organization/account/members": {},
  "GET /api/organisation/organization/usergroup/{groupId}/members": {},
  "GET /api/organisation/organization/account/usergroups": {},
  "GET /api/organisation/organization/pending-invites/{groupId}": {},
  "POST /api/organisation/organization/invite": { ...source, body: invited },
  "POST /api/organisation/organization/resend-invite": {
    ...source,
    body: ({ ids }) => data({ email: ids.emailid }),
  },
  "DELETE /api/organisation/organization/usergroup/{groupId}/member/{email}": {},
  "GET /api/organisation/organization/own-invites": {},
  "POST /api/organisation/organization/own-invites/{inviteId}/accept": {},
  "GET /api/organisation/v1.0/org/{orgId}/team": {},
  "GET /api/organisation/v1.0/org/{orgId}/team/{memberId}": {},
  "DELETE /api/organisation/v1.0/org/{orgId}/team/{memberId}/sessions": {},
  "PATCH /api/organisation/v1.0/org/{orgId}/team/{memberId}": {
    body: ({ ids }) => data({ groupIds: [ids.groupId] }),
  },
  "GET /api/organisation/v1.0/org/{orgId}/invitedusers": {},
  "DELETE /api/organisation/v1.0/org/{orgId}/invitedusers/{emailid}": {},
  "GET /api/organisation/v1.0/org/{orgId}/search": { query: ({ ids }) => ({ email: ids.email }) },
  "GET /api/organisation/v1.0/org/accept-invite/{token}": { answers: [404] },
  "GET /api/organisation/v1.0/org/{orgId}/keys": {},
  "GET /api/organisation/v1.0/org/{orgId}/keys/{keyId}": {},
  "POST /api/organisation/v1.0/org/{orgId}/keys": {
    body: ({ ids }) => data({ name: "Key", scopes: ["agents.read"], agentIds: [ids.productId] }),
  },
  "PATCH /api/organisation/v1.0/org/{orgId}/keys/{keyId}": {
    body: ({ ids }) => data({ agentIds: [ids.productId] }),
  },
  "DELETE /api/organisation/v1.0/org/{orgId}/keys/{keyId}": {},
  ...webhookRows("/api/organisation/v1.0/org/{orgId}/webhooks"),
  "GET /api/organisation/v1.0/org/{orgId}/audit": {},
  "GET /api/organisation/v1.0/org/{orgId}/apps": {},
  "GET /api/organisation/v1.0/org/{orgId}/apps/{appId}": {},
  "POST /api/panel/v1.0/org": { body: renamed },
  "GET /api/panel/v1.0/org": {},
  "GET /api/panel/v1.0/org/{orgId}": {},
  "PATCH /api/panel/v1.0/org/{orgId}": { body: renamed },
  "POST /api/panel/v1.0/org/{orgId}/team": { body: invited },
  "GET /api/panel/v1.0/org/{orgId}/team/{memberId}": {},
  "PATCH /api/panel/v1.0/org/{orgId}/team/{memberId}": {
    body: ({ ids }) => data({ groupIds: [ids.groupId] }),
  },
  "GET /api/panel/v1.0/org/{orgId}/usergroups": {},
  "GET /api/panel/v1.0/org/accept-invite/{token}": { answers: [404] },

  "GET /api/account/v1/org/{orgId}/agentusers": { answers: [200, 404] },
  "PUT /api/account/v1/org/{orgId}/agentusers": { body: () => data({ status: "online" }) },
  "POST /api/account/v1/org/{orgId}/agentusers/poll": {},
  "GET /api/account/v1/org/{orgId}/digest": {},
  "PATCH /api/account/v1/org/{orgId}/digest": { body: () => data({ every: "day" }) },
  "GET /api/account/v1/org/{orgId}/push": {},
  "PATCH /api/account/v1/org/{orgId}/push": { body: () => data({ hidesText: true }) },
  "POST /api/account/v1/org/{orgId}/push/devices": {
    body: () =>
      data({ endpoint: "https://192.0.2.1/push", keys: { p256dh: "B".repeat(87), auth: "A".repeat(22) } }),
  },
  "DELETE /api/account/v1/org/{orgId}/push/devices/{deviceId}": {},
  "GET /api/account/v1/org/{orgId}/subscriptions": {},
  "GET /api/account/v1/org/{orgId}/subscriptions/portal": { answers: [404, 409] },
  "GET /api/account/v1/org/{orgId}/keys": {},
  "GET /api/account/v1/org/{orgId}/keys/{keyId}": {},
  "POST /api/account/v1/org/{orgId}/keys": { body: () => data({ provider: "openai", key: "sk-1" }) },
  "POST /api/account/v1/org/{orgId}/keys/validate": { body: () => data({ provider: "openai", key: "sk-1" }) },
  "GET /api/account/v1/org/{orgId}/keys/defaults": {},
  "POST /api/account/v1/org/{orgId}/keys/defaults": { body: () => data({ chat: null }) },
  "PUT /api/account/v1/org/{orgId}/keys/{keyId}": { body: renamed },
  "DELETE /api/account/v1/org/{orgId}/keys/{keyId}": {},
  // Asks the provider, and a test asks none.
  "GET /api/account/v1/org/{orgId}/keys/{keyId}/models": { answers: [200, 422, 502] },
  "GET /api/content/api/learning-platforms/content": {},

  "POST /api/console/v1/org/{orgId}/storage/init": { body: () => data({ name: "a.txt", sizeBytes: 1 }) },
  "GET /api/console/v1/org/{orgId}/storage/signed-url": { query: ({ ids }) => ({ fileId: ids.fileId }) },
  "GET /api/console/v1/org/{orgId}/models": {},
  "GET /api/console/v1/org/{orgId}/models/embedding": {},
  "GET /api/console/v1/org/{orgId}/models/speech": {},
  "GET /api/console/v1/org/{orgId}/embeddings": {},
  "GET /api/console/v1/org/{orgId}/copilotapps": {},
  "POST /api/console/v1/org/{orgId}/copilotapps": { body: renamed },
  "POST /api/console/v1/org/{orgId}/copilotapps/generate": {
    body: () => data({ useCases: ["agent"], description: "Answers questions about bicycles." }),
  },
  [`GET ${agent}`]: {},
  [`PUT ${agent}`]: {
    body: ({ agent }) => data({ revision: agent.revision, configuration: agent.configuration }),
  },
  [`DELETE ${agent}`]: confirmed,
  [`PATCH ${agent}/status`]: { body: () => data({ status: "paused" }) },
  [`POST ${agent}/publish`]: { body: ({ agent }) => data({ note: "A note", revision: agent.revision }) },
  [`GET ${agent}/versions`]: {},
  [`GET ${agent}/import/templates/{exportId}`]: {},
  [`POST ${agent}/import/templates/{exportId}`]: {
    body: ({ agent }) => data({ revision: agent.revision }),
  },
  [`POST ${agent}/clone`]: { body: renamed },
  [`GET ${agent}/template`]: {},
  [`PUT ${agent}/template`]: {
    body: () => data({ title: "Help", description: "", category: "support", icon: "compass" }),
  },
  [`DELETE ${agent}/template`]: {},
  "POST /api/console/v1/org/{orgId}/import/templates": { body: ({ agent }) => data({ file: fileOf(agent) }) },
  "GET /api/console/v1/org/{orgId}/import/templates/{exportId}": {},
  "POST /api/public/v1/templates/{productAppId}/export": {},
  "GET /api/public/v1/templates/{productAppId}/export": { query: ({ ids }) => ({ exportId: ids.exportId }) },
  "POST /api/public/v1/templates/{exportId}/import": { body: renamed },
  "POST /api/content/api/ai-agent-templates/{productAppId}/update-used-count": {
    body: ({ ids }) => data({ productId: ids.productId }),
  },
  [`GET ${agent}/credits-today`]: {},
  [`POST ${agent}/playground`]: { body: () => data({ question: "Hello" }) },
  [`GET ${agent}/setupguide`]: {},
  [`PATCH ${agent}/setupguide/{setupGuideType}`]: { body: () => data({ skipped: true }) },
  "GET /api/console/v1/org/{orgId}/deletedcopilotapps": {},
  "POST /api/console/v1/org/{orgId}/deletedcopilotapps/{deletedId}/restore": {},
  "DELETE /api/console/v1/org/{orgId}/deletedcopilotapps/{deletedId}": confirmed,
  [`GET ${agent}/versions/{version}`]: {},
  [`GET ${agent}/versions/{version}/changes`]: { query: ({ ids }) => ({ to: ids.version }) },
  [`POST ${agent}/versions/{version}/restore`]: {
    body: ({ agent }) => data({ revision: agent.revision, withKnowledge: true }),
  },
  ...sourceRows(`${agent}/datasources`),
  [`GET ${agent}/datasources/shared`]: {},
  [`PUT ${agent}/datasources/shared/{datasourceId}`]: { body: () => data({ isUsed: true }) },
  ...sourceRows("/api/account/v1/org/{orgId}/datasources"),
  [`GET ${agent}/datasources/zone`]: {},
  "GET /api/console/v1/org/{orgId}/zones/{zoneSlug}": {},
  [`GET ${agent}/datasources/hygiene`]: {},
  [`POST ${agent}/datasources/hygiene`]: {},
  [`GET ${agent}/datasources/hygiene/like-passages`]: {},
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
  [connect]: {},
  [`DELETE ${connect.slice(4)}/{connectionId}`]: {},
  [`GET ${agent}/surfaces`]: {},
  [`GET ${agent}/surfaces/widget`]: {},
  [`PUT ${agent}/surfaces/widget`]: {
    body: ({ widget: { type: _, token: __, lastSeen: ___, savedBy: ____, ...rest } }) => data(rest),
  },
  [`DELETE ${agent}/surfaces/widget`]: confirmed,
  [`POST ${agent}/surfaces/widget/preview-ticket`]: {},
  [`GET ${agent}/surfaces/widget/identity`]: {},
  [`PUT ${agent}/surfaces/widget/identity`]: { body: () => data({ mode: "optional" }) },
  [`POST ${agent}/surfaces/widget/identity/check`]: { body: () => data({ token: "x" }) },
  [`POST ${agent}/surfaces/widget/identity/secrets`]: {},
  [`DELETE ${agent}/surfaces/widget/identity/secrets/{secretId}`]: {},
  [`POST ${agent}/surfaces/widget/check-page`]: { body: () => data({ url: "http://127.0.0.1:1/" }) },
  [`GET ${agent}/surfaces/hosted-web`]: {},
  [`PUT ${agent}/surfaces/hosted-web`]: {
    body: ({ ids, hosted: { revision, enabled, slug, settings } }) =>
      data({ revision, enabled, slug, settings: { ...settings, imageFileId: ids.fileId } }),
  },
  [`DELETE ${agent}/surfaces/hosted-web`]: confirmed,
  [`PUT ${agent}/surfaces/hosted-web/domain`]: { body: () => data({ name: "chat.example.com" }) },
  [`POST ${agent}/surfaces/hosted-web/validate-dns`]: {},
  [`POST ${agent}/surfaces/hosted-web/check-predefined-domain`]: { body: () => data({ slug: "some-page" }) },
  [`GET ${agent}/retention`]: { query: () => ({ days: "30" }) },
  [`GET ${agent}/threads`]: {},
  [`POST ${agent}/threads`]: {
    body: () => data({ contact: { userId: "matrix" }, clientId, content: "Hello" }),
  },
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
  [`GET ${agent}/threads/{threadId}`]: {},
  [`PATCH ${agent}/threads/{threadId}`]: { body: () => data({ status: "resolved" }) },
  [`POST ${agent}/threads/{threadId}/undo`]: { body: () => data({ undoId: clientId }) },
  [`GET ${agent}/threads/{threadId}/messages`]: {},
  [`DELETE ${agent}/threads/{threadId}`]: confirmed,
  [`DELETE ${agent}/threads/{threadId}/messages/{messageId}`]: {},
  [`GET ${agent}/threads/filters`]: {},
  [`GET ${agent}/threads/filters/counts`]: {},
  [`GET ${agent}/threads/unread`]: {},
  ["GET /api/console/v1/org/{orgId}/unread"]: {},
  [`GET ${agent}/threads/quiet`]: {},
  [`PUT ${agent}/threads/{threadId}/mute`]: {},
  [`DELETE ${agent}/threads/{threadId}/mute`]: {},
  [`GET ${agent}/threads/search`]: { query: () => ({ search: "Question" }) },
  [`GET ${agent}/assignees`]: {},
  [`PUT ${agent}/assignees/{memberId}`]: { body: () => data({ capacity: 5 }) },
  [`GET ${agent}/contacts`]: {},
  [`GET ${agent}/contacts/{contactId}`]: {},
  [`GET ${agent}/contacts/{contactId}/threads`]: {},
  [`GET ${agent}/contacts/{contactId}/elsewhere`]: {},
  [`PATCH ${agent}/contacts/{contactId}`]: { body: () => data({ attributes: { plan: "pro" } }) },
  [`POST ${agent}/contacts/{contactId}/notes`]: { body: () => data({ content: "Likes tea" }), isFree: true },
  [`PATCH ${agent}/contacts/{contactId}/notes/{contactNoteId}`]: {
    body: () => data({ content: "Tea" }),
    isFree: true,
  },
  [`DELETE ${agent}/contacts/{contactId}/notes/{contactNoteId}`]: {},
  [`PUT ${agent}/contacts/{contactId}/block`]: {},
  [`DELETE ${agent}/contacts/{contactId}/block`]: {},
  [`POST ${agent}/contacts/{contactId}/merge`]: {
    body: ({ ids }) => data({ contactId: ids.otherContactId }),
  },
  [`POST ${agent}/contacts/{contactId}/merges/{mergeId}/undo`]: {},
  [`POST ${agent}/contacts/{contactId}/export`]: {},
  [`DELETE ${agent}/contacts/{contactId}`]: confirmed,
  [`POST ${agent}/threadviews`]: { body: () => data(viewOfMine) },
  [`PATCH ${agent}/threadviews/{viewId}`]: { body: renamed },
  [`DELETE ${agent}/threadviews/{viewId}`]: {},
  [`PUT ${agent}/startview`]: { body: ({ ids }) => data({ viewId: ids.viewId }) },
  [`POST ${agent}/threadchanges`]: {
    body: ({ ids }) => data({ of: { threadIds: [ids.threadId] }, change: { priority: "low" } }),
  },
  [`POST ${agent}/threadchanges/removal`]: {
    ...confirmed,
    body: ({ ids }) => data({ of: { threadIds: [ids.threadId] } }),
  },
  [`GET ${agent}/threadchanges/{threadChangeId}`]: {},
  [`POST ${agent}/threadchanges/{threadChangeId}/cancel`]: {},
  [`POST ${agent}/threadchanges/{threadChangeId}/undo`]: {},
  [`POST ${agent}/contactexports`]: { body: () => data({ format: "csv", filter: {} }) },
  [`POST ${agent}/threadexports`]: { body: () => data({ format: "csv", filter: {} }) },
  [`GET ${agent}/labels`]: {},
  [`POST ${agent}/labels`]: { body: () => data({ name: "Billing", colour: "#1a73e8" }), isFree: true },
  [`PATCH ${agent}/labels/{labelId}`]: { body: () => data({ colour: "#1a73e8" }) },
  [`DELETE ${agent}/labels/{labelId}`]: {},
  [`GET ${fields}`]: {},
  [`POST ${fields}`]: { body: () => data({ key: "plan", name: "Plan", kind: "text" }), isFree: true },
  [`PATCH ${fields}/{fieldKey}`]: { body: renamed },
  [`DELETE ${fields}/{fieldKey}`]: {},
  [`POST ${agent}/attachments`]: {
    body: () => data({ name: "a.png", contentType: "image/png", sizeBytes: 10 }),
  },
  [`GET ${agent}/canned-replies`]: {},
  [`POST ${agent}/canned-replies`]: {
    body: () => data({ name: "Hours", text: "From 9 to 17." }),
    isFree: true,
  },
  [`PATCH ${agent}/canned-replies/{cannedReplyId}`]: { body: () => data({ text: "From 9." }) },
  [`DELETE ${agent}/canned-replies/{cannedReplyId}`]: {},
  [`POST ${agent}/canned-replies/{cannedReplyId}/uses`]: {},
  [`POST ${agent}/threads/{threadId}/messages`]: { body: () => data({ clientId, content: "Hello" }) },
  [`POST ${agent}/threads/{threadId}/notes`]: { body: () => data({ clientId, content: "Hello" }) },
  [`PATCH ${agent}/threads/{threadId}/notes/{noteId}`]: { body: () => data({ content: "Hello" }) },
  [`DELETE ${agent}/threads/{threadId}/notes/{noteId}`]: {},
  [`GET ${agent}/threads/{threadId}/scheduled-replies`]: {},
  [`POST ${agent}/threads/{threadId}/scheduled-replies`]: {
    body: () => data({ clientId, content: "Hello", sendAt: Date.now() + 60_000_000 }),
  },
  [`PATCH ${agent}/threads/{threadId}/scheduled-replies/{scheduledReplyId}`]: {
    body: () => data({ sendAt: Date.now() + 60_000_000 }),
  },
  [`POST ${agent}/threads/{threadId}/scheduled-replies/{scheduledReplyId}/send`]: {},
  [`DELETE ${agent}/threads/{threadId}/scheduled-replies/{scheduledReplyId}`]: {},
  [`POST ${agent}/threads/{threadId}/typing`]: {},
  [`POST ${agent}/threads/{threadId}/looking`]: { body: () => data({ doing: "looking" }) },
  [`GET ${agent}/threads/{threadId}/assistance`]: {},
  [`POST ${agent}/threads/{threadId}/draft`]: {},
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
  [`GET ${agent}/threads/{threadId}/messages/{messageId}/receipt`]: {},

  [`POST ${agent}/threads/{threadId}/messages/{messageId}/test-case`]: {},
  [`GET ${agent}/threads/{threadId}/messages/{messageId}/reproduction`]: {},
  [`GET ${evaluation}/cases`]: {},
  [`POST ${evaluation}/cases`]: { body: testCase },
  [`PUT ${evaluation}/cases/{caseId}`]: { body: testCase },
  [`DELETE ${evaluation}/cases/{caseId}`]: confirmed,
  [`GET ${evaluation}/replay`]: {},
  [`GET ${evaluation}/runs`]: {},
  [`POST ${evaluation}/runs`]: { body: ({ ids }) => data({ kind: "tests", caseIds: [ids.caseId] }) },
  [`GET ${evaluation}/runs/{runId}`]: {},
  [`POST ${evaluation}/runs/{runId}/cancel`]: {},
  [`GET ${evaluation}/runs/{runId}/results`]: {},
  [`GET ${evaluation}/runs/{runId}/results/{resultId}`]: {},
  [`PUT ${evaluation}/runs/{runId}/results/{resultId}/verdict`]: { body: () => data({ verdict: "failed" }) },
  [`GET ${evaluation}/gaps`]: {},
  [`PUT ${evaluation}/gaps/{messageId}`]: { body: () => data({ closed: "dismissed" }) },

  [`GET ${visitor}/threads`]: {},
  [`GET ${visitor}/threads/{threadId}/messages`]: {},
  [`POST ${visitor}/messages`]: {
    body: ({ ids }) => data({ clientId, content: "Hello", threadId: ids.threadId }),
  },
  [`POST ${message}/edit`]: { body: () => data({ content: "Hello" }) },
  [`GET ${message}/stream`]: {},
  [`POST ${message}/stop`]: {},
  [`POST ${message}/retry`]: {},
  [`PUT ${message}/feedback`]: { body: () => data({ value: 1 }) },
  [`POST ${visitor}/person`]: { body: ({ ids }) => data({ clientId, threadId: ids.threadId }) },
  [`DELETE ${visitor}/threads/{threadId}/person`]: {},
  [`POST ${visitor}/threads/{threadId}/end`]: {},
  [`PUT ${visitor}/threads/{threadId}/rating`]: { body: () => data(null) },
  [`PUT ${visitor}/threads/{threadId}/read`]: { body: () => data({ readTo: 1 }) },
  [`POST ${visitor}/threads/{threadId}/typing`]: {},
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
  [`GET ${visitor}/events`]: {},
};

/** How a call is named here. */
export function nameOf({ method, family, path }: Pick<AnyCall, "method" | "family" | "path">): string {
  return `${method} /api/${family}${path}`;
}
