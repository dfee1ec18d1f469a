import * as v from "valibot";
import { agent } from "../agents/agents.ts";
import { call } from "../call.ts";
import { colour, count, data, text, time, title } from "../shapes.ts";

/** What somebody begins with who has no account: the address of a website, or a few words. */
export const trialTypes = ["website", "description"] as const;
export type TrialType = (typeof trialTypes)[number];

/** The name of a trial, made by the browser that begins it; who knows it may look at the trial. */
export const anonymousId = v.pipe(v.string(), v.uuid());

/** Made by that browser too, and shown to nobody: only who holds it may change or claim the trial. */
const secret = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, "This secret is not valid."));

/** A question that the agent answered from what it read. */
const trialAnswer = v.object({
  question: v.string(),
  /** Plain text. */
  answer: v.string(),
  source: v.object({ title: v.string(), url: v.nullable(v.string()) }),
});
export type TrialAnswer = v.InferOutput<typeof trialAnswer>;

export const trial = v.object({
  anonymousId: v.string(),
  state: v.picklist(["reading", "learning", "ready", "failed"]),
  /** Why it failed, for people. */
  problem: v.nullable(v.string()),
  name: v.string(),
  primary: v.nullable(v.string()),
  /** What it read: how many pages, and the titles of some. */
  pages: count,
  titles: v.array(v.string()),
  /** Questions that it can answer from what it read. */
  suggestions: v.array(v.string()),
  /** Some of them with their answers; null until it was asked, after it is ready. */
  answers: v.nullable(v.array(trialAnswer)),
  /** Where everybody can chat with it until it ends. */
  chatPath: v.nullable(v.string()),
  expiresAt: time,
});
export type Trial = v.InferOutput<typeof trial>;

/** What an installation offers to visitors who have no account. */
export const getTrialOffer = call({
  family: "public",
  method: "GET",
  path: "/v1/anonymouscopilotdetailscache",
  who: "anyone",
  limit: "publicRead",
  summary: "Returns whether agents can be tried without an account, and for how long.",
  answer: data(v.object({ isOn: v.boolean(), types: v.array(v.picklist(trialTypes)), hours: count })),
});

/** 404 for one that never was, and for one that has ended. */
export const getTrial = call({
  family: "public",
  method: "GET",
  path: "/v1/anonymouscopilotdetailscache/{id}",
  who: "anyone",
  limit: "publicRead",
  summary: "Returns a trial agent with its progress and what it learned.",
  answer: data(trial),
});

/** 429 where too many were begun from this network, or today. 404 without the secret of the trial. */
export const beginTrial = call({
  family: "public",
  method: "POST",
  path: "/v1/anonymouscopilotdetails/{anonymousId}",
  who: "anyone",
  limit: "publicUpload",
  isChallenged: true,
  summary: "Starts a trial agent from a website or a description, or changes its name and color.",
  body: data(
    v.strictObject({
      secret,
      /** A website where it is left out. */
      type: v.optional(v.picklist(trialTypes)),
      /** As people type it, with or without https://. */
      url: v.optional(text(2000)),
      description: v.optional(text(2000)),
      name: v.optional(title(80)),
      primary: v.optional(colour),
    }),
  ),
  answer: data(trial),
});

/** 404 without the secret of the trial. 402 `plan_limit` where the plan has no room for another agent; it can be tried again. */
export const claimTrial = call({
  family: "console",
  method: "POST",
  path: "/v1/org/{orgId}/generatecopilotFromFreeSession/{uuid}",
  who: { member: "agents.create" },
  forKeys: "never",
  audit: "Kept a trial agent",
  summary: "Moves a trial agent into the organization, with its sources.",
  body: data(v.strictObject({ secret })),
  answer: data(agent),
});
