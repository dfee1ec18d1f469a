import type { FormValues } from "../../../shared/domain/forms.ts";
import type { AgentKey } from "../../agents/parts.ts";
import type { Secrets } from "../../database/secrets.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Models } from "../../models/models.ts";
import type { CodeRunner } from "../code/createCodeRunner.ts";
import { runCode } from "../code/runCode.ts";
import type { Connections, OtherSkills } from "./deps.ts";
import { sendMail } from "./email/sendMail.ts";
import type { MailDeps } from "./email/sendMail.ts";
import type { SkillOutcome } from "./http/sendRequest.ts";
import { failed, trySending } from "./http/trySending.ts";
import { unsealKeys } from "./search/searchKeys.ts";
import { openProviderOf } from "./search/openProvider.ts";
import { searchWeb } from "./search/searchWeb.ts";
import { findSkillRow, unsealSecret } from "./stored.ts";
import type { StoredSkill } from "./stored.ts";

export interface ExecuteDeps extends MailDeps {
  seal: Secrets;
  egress: Egress;
  others: Pick<OtherSkills, "execute">;
  connections: Pick<Connections, "send">;
  models: Pick<Models, "openSearcher">;
  code: Pick<CodeRunner, "run">;
}

export interface Execution extends AgentKey {
  skill: StoredSkill;
  inputs: FormValues;
  exchange?: string | null;
  idempotencyKey: string;
  /** The visitor for whom it is done; null where nobody is known. */
  contactId: string | null;
  /** The conversation in which it is done; left out where there is none. */
  threadId?: string;
  /** The agent's message that uses it; left out where none does. */
  answerId?: string | undefined;
  /** The run that was confirmed; left out where nobody was asked. */
  runId?: string;
  signal: AbortSignal;
}

/** Does what a skill does, once. What goes wrong is in the outcome; it throws only where the signal ended it. */
export async function executeSkill(
  deps: ExecuteDeps,
  {
    skill,
    inputs,
    exchange = null,
    idempotencyKey,
    contactId,
    threadId,
    answerId,
    runId,
    signal,
    ...agent
  }: Execution,
): Promise<SkillOutcome> {
  const { seal, egress, others, connections, code, store } = deps;
  const { config } = skill;
  if (config.kind === "mcp" || config.kind === "workflow" || config.kind === "collection")
    return others.execute({
      ...{ ...agent, skillId: skill.id, config, inputs, exchange, signal },
      ...{ threadId, contactId, answerId, runId, idempotencyKey },
    });
  if (config.kind === "form")
    return {
      request: null,
      response: null,
      picked: JSON.stringify(inputs),
      data: inputs,
      error: null,
      ms: 0,
    };
  if (config.kind === "code")
    return runCode(code, { config, inputs, organizationId: agent.organizationId, signal });
  if (config.kind === "email") return sendMail(deps, { ...agent, config, inputs, contactId });
  if (config.kind === "client") return failed("Only the visitor's page can do this.");
  if (config.kind === "end") return failed("Only an answer can end a conversation.");
  if (config.kind === "handover") return failed("Only an answer can hand a conversation over.");
  const { timeoutSeconds } = skill;
  if (config.kind === "search") {
    const keys = unsealKeys(seal, await findSkillRow(store.reader, { ...agent, skillId: skill.id }));
    const openProvider = openProviderOf(deps, agent, { preview: false });
    return searchWeb(egress, { config, inputs, keys, openProvider, timeoutSeconds, signal });
  }
  if (config.auth.type === "connection") {
    return connections.send({
      ...{ ...agent, config, inputs, timeoutSeconds, idempotencyKey, contactId, signal },
    });
  }
  const needsSecret = config.auth.type !== "none";
  const secret = needsSecret
    ? unsealSecret(seal, await findSkillRow(store.reader, { ...agent, skillId: skill.id }))
    : null;
  if (needsSecret && secret === null)
    return failed("The secret that signs in is missing. Enter it in the action.");
  return trySending(egress, { skill, inputs, secret, idempotencyKey, signal });
}
