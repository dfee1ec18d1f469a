import { makeDemo } from "../../../shared/contract/analytics/demo.ts";
import { handle } from "../../requests/handle.ts";
import type { Route } from "../../requests/handle.ts";
import type { AnalyticsDeps } from "../deps.ts";
import { seedDemo } from "./seedDemo.ts";

/** The call that shows a newcomer figures before anybody has written. */
export function demoRoutes(deps: Pick<AnalyticsDeps, "store" | "planAgent" | "addSource" | "now">): Route[] {
  return [handle(makeDemo, async ({ caller }) => ({ data: await seedDemo(deps, caller) }))];
}
