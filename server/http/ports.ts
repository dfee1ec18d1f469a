import type { AccountDeps } from "../accounts/accounts.ts";
import { forgetGrantsOf } from "../actions/integrations/visitorCalls.ts";
import type { AgentPart } from "../agents/parts.ts";
import type { ConsoleMcpDeps } from "../ascode/consolePage.ts";
import { countTouched } from "../conversations/answers/cited/touched.ts";
import { forgetChannelContacts, forgetChannelThreads, forgetSent } from "../channels/forget.ts";
import type { ConversationDeps } from "../conversations/deps.ts";
import type { Forgets } from "../conversations/threads/removal/forgets.ts";
import type { RetentionDeps } from "../conversations/threads/retention/retention.ts";
import type { Store } from "../database/store.ts";
import type { Idempotency } from "../requests/idempotency.ts";
import { forgetThreads } from "../evaluation/forgetThreads.ts";
import { forgetWords } from "../evaluation/forgetWords.ts";
import type { KnowledgeOptions } from "../knowledge/createKnowledge.ts";
import type { LookOptions } from "../knowledge/look/readSite.ts";
import type { ModelKeysOptions } from "../models/createModelKeys.ts";
import { noteLook } from "../notifications/push/looks.ts";
import { forgetRuns } from "../workflows/forgetRuns.ts";
import { forgetCalls } from "../voice/forget.ts";
import { forgetMessage } from "../webhooks/forgetMessage.ts";
import { forgetAbout } from "../webhooks/history.ts";

/**
 * What a capability asks of one that is made after it. Imports go downwards only, so each of these is a function that is
 * handed in: it is connected once all capabilities are made, and must not be called before.
 */
export interface Ports {
  /** accounts -> conversations: a member came online, or can take more. */
  onActivity: AccountDeps["onActivity"];
  /** accounts -> every capability. */
  memberLeft: AccountDeps["memberLeft"];
  /** accounts -> surfaces. */
  findOrganizationOfToken: AccountDeps["findOrganizationOfToken"];
  /** accounts -> agents. */
  findOwnAgents: AccountDeps["findOwnAgents"];
  /** accounts -> the calls of every capability, which the audit log names. */
  listCalls: AccountDeps["listCalls"];
  /** the console as an MCP server -> the whole server, which answers as if asked over the network. */
  answerInside: ConsoleMcpDeps["answerInside"];
  /** agents -> knowledge: a website's logo is drawn. */
  drawPicture: LookOptions["drawPicture"];
  /** model keys -> knowledge. */
  choseEmbedding: ModelKeysOptions["choseEmbedding"];
  /** model keys -> models. */
  isAvailable: ModelKeysOptions["isAvailable"];
  /** agents -> every capability. Filled in place, for agents keep the list. */
  parts: AgentPart[];
}

/** Makes the ports, and the function that connects them. */
export function createPorts(): { ports: Ports; connect(to: Omit<Ports, "parts">): void } {
  let connected: Omit<Ports, "parts"> | undefined;
  const to = () => {
    if (!connected) throw new Error("A capability was asked before all of them were made.");
    return connected;
  };
  return {
    ports: {
      onActivity: (organizationId) => to().onActivity(organizationId),
      memberLeft: (tx, member) => to().memberLeft(tx, member),
      findOrganizationOfToken: (token) => to().findOrganizationOfToken(token),
      findOwnAgents: (organizationId, agentIds) => to().findOwnAgents(organizationId, agentIds),
      listCalls: () => to().listCalls(),
      answerInside: (request, from) => to().answerInside(request, from),
      drawPicture: (input, asker) => to().drawPicture(input, asker),
      choseEmbedding: (tx, organizationId) => to().choseEmbedding(tx, organizationId),
      isAvailable: (entry) => to().isAvailable(entry),
      parts: [],
    },
    connect: (ports) => void (connected = ports),
  };
}

/** conversations, contacts -> evaluation, webhooks, idempotency: words are deleted for good. */
export function createForgets(idempotency: Idempotency): Forgets {
  const forgetContact: Forgets["forgetAbout"] = async (tx, about) => {
    await forgetAbout(tx, about);
    await forgetChannelThreads(tx, { organizationId: about.organizationId, ids: [...about.ids] });
    await forgetChannelContacts(tx, { organizationId: about.organizationId, contactIds: [...about.ids] });
    await forgetCalls(tx, { organizationId: about.organizationId, ids: [...about.ids] });
    await forgetGrantsOf(tx, { organizationId: about.organizationId, contactIds: [...about.ids] });
    await forgetRuns(tx, { organizationId: about.organizationId, ids: [...about.ids] });
  };
  const forgetSaid: Forgets["forgetMessage"] = async (tx, said) => {
    await forgetMessage(tx, said);
    await forgetSent(tx, said);
  };
  return {
    forgetWords,
    forgetAbout: forgetContact,
    forgetMessage: forgetSaid,
    forgetAnswers: idempotency.forgetAbout,
  };
}

/** retention -> evaluation, webhooks: conversations and contacts are too old. */
export const forgetsOld: Pick<RetentionDeps, "forgetThreads" | "forgetContacts"> = {
  async forgetThreads(tx, { organizationId, threadIds }) {
    await forgetThreads(tx, { organizationId, threadIds });
    await forgetChannelThreads(tx, { organizationId, ids: threadIds });
    await forgetCalls(tx, { organizationId, ids: threadIds });
    await forgetAbout(tx, { organizationId, ids: threadIds });
    await forgetRuns(tx, { organizationId, ids: threadIds });
  },
  async forgetContacts(tx, { organizationId, contactIds }) {
    await forgetChannelContacts(tx, { organizationId, contactIds });
    await forgetAbout(tx, { organizationId, ids: contactIds });
    await forgetGrantsOf(tx, { organizationId, contactIds });
    await forgetRuns(tx, { organizationId, ids: contactIds });
  },
};

/** conversations -> notifications: members who are viewing a conversation get no push about it. */
export function createNoteLook({ store, now }: { store: Store; now: () => number }) {
  const port: ConversationDeps["noteLook"] = (look) => noteLook(store.db, { ...look, now: now() });
  return port;
}

/** knowledge -> conversations: how many answers a change of the sources touched. */
export function createCountTouched({ reader }: Store): KnowledgeOptions["countTouched"] {
  return (run, changeIds) => countTouched(reader, run, changeIds);
}
