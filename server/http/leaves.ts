/**
 * The capabilities that no other one asks. A line is all that one needs outside its folder: `capabilities.ts` makes each of
 * them, `migrations.ts` has the steps of each, and what one of them needs to be made is checked by the compiler. They start in
 * the order of their names.
 */
export { analytics } from "../analytics/analytics.ts";
export { channels } from "../channels/channels.ts";
export { consoleMcp } from "../ascode/consolePage.ts";
export { evaluation } from "../evaluation/evaluation.ts";
export { installation } from "../installation/installation.ts";
export { learning } from "../learning/learning.ts";
export { mcpEndpoint } from "../mcpEndpoint/mcpEndpoint.ts";
export { notifications } from "../notifications/notifications.ts";
export { playground } from "../playground/playground.ts";
export { trial } from "../trial/trial.ts";
export { voice } from "../voice/voice.ts";
export { webhooks } from "../webhooks/webhooks.ts";
export { workflows } from "../workflows/workflows.ts";
