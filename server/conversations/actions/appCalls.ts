import type { AnswerOf, BodyOf } from "../../../shared/contract/call.ts";
import {
  callAppTool,
  getActionApp,
  getActionAppForTeam,
} from "../../../shared/contract/conversations/actions/actions.ts";
import type { ActionApp } from "../../../shared/contract/conversations/actions/actions.ts";
import { maxAppCards } from "../../../shared/domain/mcpApps.ts";
import type { FormValues } from "../../../shared/domain/forms.ts";
import { AppError } from "../../../shared/errors/errors.ts";
import { checkToolInput } from "../../actions/mcp/toolInputs.ts";
import {
  effectKeyOf,
  findRun,
  insertRun,
  isDoneOnce,
  listEffects,
  newRun,
  readRunInputs,
  readRunSkill,
} from "../../actions/skills/runs.ts";
import type { McpConfig, StoredSkill } from "../../actions/skills/stored.ts";
import type { SkillRunRow } from "../../actions/skills/tables.ts";
import type { Tx } from "../../database/store.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { ConversationDeps } from "../deps.ts";
import { presentVisitorMessage } from "../messages/present.ts";
import { findThread, lockThread } from "../threads/find.ts";
import type { ThreadWanted } from "../threads/find.ts";
import { tell } from "../threads/tell.ts";
import type { MessageRow, ThreadRow } from "../tables.ts";
import { wantedBy } from "../visitors/visitors.ts";
import { addCard, makeCard, readCards, waitFor } from "./cards.ts";
import { expireLater } from "./expireLater.ts";
import { keepApprovals } from "./keepApprovals.ts";
import { findCardMessage } from "./showChange.ts";

/** The calls by which apps are shown below an agent's messages, and ask for tools of their own server. */
export function createAppRoutes(deps: ConversationDeps): Route[] {
  return [
    handle(getActionApp, async ({ caller, params }) => ({
      data: await openApp(deps, wantedBy(caller, params), params.actionId),
    })),

    handle(getActionAppForTeam, async ({ caller, params }) => {
      const { productId: agentId, threadId, actionId } = params;
      const wanted = { organizationId: caller.organizationId, agentId, threadId };
      return { data: await openApp(deps, wanted, actionId) };
    }),

    handle(callAppTool, async ({ caller, params, body, request }) => {
      const wanted = wantedBy(caller, params);
      const asked = { wanted, actionId: params.actionId, ...body.data, signal: request.signal };
      return { data: await callTool(deps, asked) };
    }),
  ];
}

async function openApp(deps: ConversationDeps, wanted: ThreadWanted, runId: string): Promise<ActionApp> {
  const run = await findAppRun(deps, await findThread(deps.store.db, wanted), runId);
  const { organizationId, appPageId: id, state } = run;
  const { config, title } = readRunSkill(run);
  const { serverId: mcpId, tool: name, inputSchema } = config as McpConfig; // only such a skill has apps
  const page = id === null ? null : await deps.skills.apps.openPage({ organizationId, id, mcpId, name });
  return {
    ...{ url: page?.url ?? null, hasBorder: page?.hasBorder ?? false, state },
    tool: { name, title, inputSchema },
    input: deps.skills.apps.toInput(inputSchema, readRunInputs(run)),
    result: run.appResult === null ? null : readResult(run.appResult),
  };
}

/** A run of this conversation that an app shows, or asked for. */
async function findAppRun(
  { store }: ConversationDeps,
  { organizationId, id: threadId }: ThreadRow,
  runId: string,
): Promise<SkillRunRow> {
  const run = await findRun(store.db, { organizationId, runId });
  const isOfApp = run && (run.appPageId !== null || run.appOf !== null);
  if (!isOfApp || run.threadId !== threadId) throw new AppError("not_found");
  return run;
}

function readResult(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>; // written by callTool of the client
}

type Asked = BodyOf<typeof callAppTool>["data"] & {
  wanted: Required<ThreadWanted>;
  actionId: string;
  signal: AbortSignal;
};
type Told = AnswerOf<typeof callAppTool>["data"];

/**
 * Does for an app what the agent may do with the same tool: only tools of the app's own server that are on, their input by
 * their schema, and what changes something only after the visitor's or the team's word.
 */
async function callTool(deps: ConversationDeps, asked: Asked): Promise<Told> {
  const { wanted, actionId, name, signal } = asked;
  const thread = await findThread(deps.store.db, wanted);
  const shown = await findAppRun(deps, thread, actionId);
  refuseOfPerson(thread);
  const { organizationId, agentId } = thread;
  const { config } = readRunSkill(shown);
  const mcpId = shown.appPageId !== null && config.kind === "mcp" ? config.serverId : "";
  const skill = await deps.skills.apps.findTool({ organizationId, agentId, mcpId, name });
  if (!skill) throw new AppError("conflict", { message: "Apps can't use this tool here." });
  const inputs = checkInput(skill, asked.arguments);
  if (skill.risk !== "read") {
    const message = await deps.store.transaction((tx) => showCard(deps, tx, { asked, skill, inputs }));
    return { result: null, ...message };
  }
  const place = {
    ...{ organizationId, agentId, threadId: thread.id, contactId: thread.contactId },
    preview: thread.preview === 1,
  };
  const outcome = await deps.skills.read({ place, skill, inputs, appOf: shown.id, signal });
  const result = outcome.app?.result;
  if (result) return { result: readResult(result), waitsAs: null, message: null };
  if (outcome.asks) throw new AppError("conflict", { message: "Apps can't use tools that request input." });
  const text = outcome.error ?? "The result is too long.";
  return { result: { content: [{ type: "text", text }], isError: true }, waitsAs: null, message: null };
}

function refuseOfPerson({ handledBy }: ThreadRow): void {
  if (handledBy !== "ai")
    throw new AppError("conflict", { message: "A person answers here now. Please ask them for this." });
}

function checkInput({ config }: StoredSkill, given: Record<string, unknown>): FormValues {
  const checked = checkToolInput((config as McpConfig).inputSchema, given); // as `findTool` gives them
  if ("input" in checked) return checked.input;
  throw new AppError("invalid_input", {
    fields: [{ path: "body.data.arguments", message: checked.problem }],
  });
}

interface Showing {
  asked: Asked;
  skill: StoredSkill;
  inputs: FormValues;
}

/** Shows below the app's message what it wants to do, which waits like what the agent itself proposes. */
async function showCard(
  deps: ConversationDeps,
  tx: Tx,
  { asked: { wanted, actionId }, skill, inputs }: Showing,
): Promise<Pick<Told, "waitsAs" | "message">> {
  const thread = await lockThread(tx, wanted);
  refuseOfPerson(thread);
  const shown = await findRun(tx, { organizationId: thread.organizationId, runId: actionId });
  const message = shown && (await findCardMessage(tx, shown));
  if (!message) throw new AppError("not_found");
  await refuseRepeat(tx, { thread, message, skill, inputs });
  const now = deps.now();
  const { organizationId, agentId, id: threadId } = thread;
  const place = { organizationId, agentId, threadId, preview: thread.preview === 1 };
  const wait = waitFor(skill, { hasFields: false, now });
  const run = newRun(place, skill, {
    ...{ inputs, state: "waiting", messageId: message.id, expiresAt: wait.expiresAt, appOf: actionId, now },
  });
  await insertRun(tx, run);
  await expireLater(deps, tx, run);
  const changed = await addCard(tx, message, { card: makeCard(run, { fields: [], ...wait }), now });
  const updated = await keepApprovals(deps, tx, { thread, now });
  await tell(deps, tx, { thread: updated, before: thread, messages: [changed], now });
  return { waitsAs: run.id, message: presentVisitorMessage(changed, deps) };
}

async function refuseRepeat(
  tx: Tx,
  { thread, message, skill, inputs }: Omit<Showing, "asked"> & { thread: ThreadRow; message: MessageRow },
): Promise<void> {
  if (readCards(message).length >= maxAppCards)
    throw new AppError("conflict", { message: "This app has made too many requests." });
  const place = { organizationId: thread.organizationId, threadId: thread.id };
  const effects = await listEffects(tx, { ...place, skillId: skill.id });
  if (effects.some(({ state }) => state === "waiting" || state === "running"))
    throw new AppError("conflict", { message: "This is already waiting for a decision." });
  const key = effectKeyOf(place, skill, inputs);
  if (isDoneOnce(skill) && effects.some(({ effectKey }) => effectKey === key))
    throw new AppError("conflict", { message: "This is already done." });
}
