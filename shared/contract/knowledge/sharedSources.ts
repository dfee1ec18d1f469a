import * as v from "valibot";
import { sourceKindList } from "../../domain/sourceKinds.ts";
import { call } from "../call.ts";
import { dataSource } from "./knowledge.ts";
import { sharedOfAgent } from "./ofOrganization.ts";
import { data, list, paging } from "../shapes.ts";

/** A data source of the organization, as one agent sees it. */
export const sharedSource = v.object({
  ...v.pick(dataSource, ["id", "name", "status", "error", "counts", "lastSyncedAt"]).entries,
  kind: v.picklist(sourceKindList),
  /** Whether this agent answers from it. */
  isUsed: v.boolean(),
});
export type SharedSource = v.InferOutput<typeof sharedSource>;

export const listSharedSources = call({
  family: "console",
  method: "GET",
  path: sharedOfAgent,
  who: { member: "knowledge.read" },
  summary: "Lists the organization’s shared data sources, and which ones the agent uses.",
  query: paging,
  answer: list(sharedSource),
});

/** Answers follow immediately. */
export const chooseSharedSource = call({
  family: "console",
  method: "PUT",
  path: `${sharedOfAgent}/{datasourceId}`,
  who: { member: "knowledge.update" },
  audit: "Chose a shared data source",
  summary: "Sets whether the agent uses one of the organization’s shared data sources.",
  body: data(v.strictObject({ isUsed: v.boolean() })),
  answer: data(sharedSource),
});
