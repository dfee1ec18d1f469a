import type { Agent } from "../../../shared/contract/agents/agents.ts";
import { beginTrial, claimTrial, getTrial, getTrialOffer } from "../../../shared/contract/trial/trial.ts";
import type { Trial, TrialType } from "../../../shared/contract/trial/trial.ts";
import type { AnswerOf } from "../../../shared/contract/call.ts";
import { toRequestError } from "../../../shared/client/requestError.ts";
import { client } from "../platform/client.ts";
import { createResource, fill, load, reset } from "../platform/resource.ts";
import { forgetOwnTrial, keepOwnTrial, readOwnTrial } from "./ownTrial.ts";

/** What the installation offers to who has no account. */
export const offer = createResource<AnswerOf<typeof getTrialOffer>["data"]>();
/** The agent that this browser tries. */
export const trial = createResource<Trial>();

export function loadOffer(): Promise<void> {
  return load(offer, async () => (await client.call(getTrialOffer)).data);
}

/** Reads how far this browser's trial is; one that has ended is forgotten. */
export async function loadTrial(): Promise<void> {
  const own = readOwnTrial();
  if (!own) return;
  await load(trial, async () => (await client.call(getTrial, { params: { id: own.id } })).data);
  if (trial.error?.code === "not_found") leaveTrial();
}

/**
 * Begins a trial of this browser. Its name and secret are kept before they are sent: where the answer is lost the trial is
 * not, and the same content sent again is the same trial.
 */
export async function begin(typed: { type: TrialType; url: string; description: string }): Promise<void> {
  const from = JSON.stringify(typed);
  const kept = readOwnTrial();
  const own = kept?.from === from ? kept : { id: crypto.randomUUID(), secret: newSecret(), from };
  keepOwnTrial(own);
  const body = { data: { ...typed, secret: own.secret } };
  try {
    fill(trial, (await client.call(beginTrial, { params: { anonymousId: own.id }, body })).data);
  } catch (thrown) {
    const { status } = toRequestError(thrown);
    // The server refused it, so there is no such trial.
    if (status >= 400 && status < 500) forgetOwnTrial();
    throw thrown;
  }
}

/** Gives the agent another name or color. */
export async function change(part: { name: string; primary?: string }): Promise<void> {
  const own = readOwnTrial();
  if (!own) return;
  const body = { data: { ...part, secret: own.secret } };
  fill(trial, (await client.call(beginTrial, { params: { anonymousId: own.id }, body })).data);
}

/** Starts over. */
export function leaveTrial(): void {
  forgetOwnTrial();
  reset(trial);
}

/** Takes the agent into an organization; what this browser kept of it is forgotten then. */
export async function claim(orgId: string, uuid: string): Promise<Agent> {
  const own = readOwnTrial();
  const secret = own?.id === uuid ? own.secret : newSecret();
  const { data } = await client.call(claimTrial, { params: { orgId, uuid }, body: { data: { secret } } });
  leaveTrial();
  return data;
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
}
