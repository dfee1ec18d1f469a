import { createAnalytics } from "../analytics/analytics.ts";
import { reportsMigrations } from "../analytics/reports/migrations.ts";
import type { AnalyticsDeps } from "../analytics/deps.ts";
import { createConsoleMcp } from "../ascode/consolePage.ts";
import type { ConsoleMcpDeps } from "../ascode/consolePage.ts";
import { createChannels } from "../channels/channels.ts";
import type { ChannelDeps } from "../channels/deps.ts";
import { channelsMigrations } from "../channels/migrations.ts";
import type { Capability } from "../agents/capability.ts";
import type { Migrations } from "../database/migrate.ts";
import type { EvaluationDeps } from "../evaluation/deps.ts";
import { createEvaluation } from "../evaluation/evaluation.ts";
import { evaluationMigrations } from "../evaluation/migrations.ts";
import { createInstallation } from "../installation/createInstallation.ts";
import type { InstallationDeps } from "../installation/createInstallation.ts";
import { learning } from "../learning/learning.ts";
import { createMcpEndpoint } from "../mcpEndpoint/createMcpEndpoint.ts";
import type { McpEndpointDeps } from "../mcpEndpoint/deps.ts";
import { notificationsMigrations } from "../notifications/migrations.ts";
import { createNotifications } from "../notifications/notifications.ts";
import type { NotificationDeps } from "../notifications/notifications.ts";
import { createPlayground } from "../playground/playground.ts";
import type { PlaygroundDeps } from "../playground/playground.ts";
import type { TrialDeps } from "../trial/deps.ts";
import { trialMigrations } from "../trial/migrations.ts";
import { createTrial } from "../trial/trial.ts";
import type { VoiceDeps } from "../voice/deps.ts";
import { voiceMigrations } from "../voice/migrations.ts";
import { createVoice } from "../voice/voice.ts";
import type { WebhookDeps } from "../webhooks/deps.ts";
import { webhooksMigrations } from "../webhooks/migrations.ts";
import { createWebhooks } from "../webhooks/webhooks.ts";
import type { WorkflowDeps } from "../workflows/deps.ts";
import { workflowsMigrations } from "../workflows/migrations.ts";
import { createWorkflows } from "../workflows/workflows.ts";
import type { Services } from "./services.ts";

/** What each of them is made from. */
type Given = Services &
  AnalyticsDeps &
  EvaluationDeps &
  WebhookDeps &
  NotificationDeps &
  PlaygroundDeps &
  ChannelDeps &
  ConsoleMcpDeps &
  McpEndpointDeps &
  InstallationDeps &
  TrialDeps &
  VoiceDeps &
  WorkflowDeps;

interface Leaf {
  create(given: Given): Capability;
  migrations?: Migrations;
}

/** The capabilities that no other one asks, with the steps that make their tables. They start in this order. */
export const leaves: readonly Leaf[] = [
  { create: createEvaluation, migrations: evaluationMigrations },
  { create: createWebhooks, migrations: webhooksMigrations },
  { create: createNotifications, migrations: notificationsMigrations },
  { create: () => learning },
  { create: createPlayground },
  { create: createAnalytics, migrations: reportsMigrations },
  { create: createMcpEndpoint },
  { create: createConsoleMcp },
  { create: createChannels, migrations: channelsMigrations },
  { create: createInstallation },
  { create: createTrial, migrations: trialMigrations },
  { create: createWorkflows, migrations: workflowsMigrations },
  { create: createVoice, migrations: voiceMigrations },
];
