import { integrationsMigrations } from "../actions/integrations/migrations.ts";
import { mcpMigrations } from "../actions/mcp/migrations.ts";
import { skillsMigrations } from "../actions/skills/migrations.ts";
import { accountsMigrations } from "../accounts/migrations.ts";
import { collectionsMigrations } from "../actions/collections/migrations.ts";
import { agentsMigrations } from "../agents/migrations.ts";
import type { Leaf } from "../agents/capability.ts";
import { answeringMigrations } from "../answering/migrations.ts";
import { billingMigrations } from "../billing/migrations.ts";
import { conversationsMigrations } from "../conversations/migrations.ts";
import type { Migrations } from "../database/migrate.ts";
import { requestsMigrations } from "../requests/migrations.ts";
import { jobsMigrations } from "../jobs/migrations.ts";
import { knowledgeMigrations } from "../knowledge/migrations/index.ts";
import { liveMigrations } from "../live/migrations.ts";
import { modelsMigrations } from "../models/migrations.ts";
import { storageMigrations } from "../storage/migrations.ts";
import { surfacesMigrations } from "../surfaces/migrations.ts";
import * as leaves from "./leaves.ts";

const steps: Migrations = {
  ...requestsMigrations,
  ...jobsMigrations,
  ...liveMigrations,
  ...storageMigrations,
  ...accountsMigrations,
  ...billingMigrations,
  ...agentsMigrations,
  ...modelsMigrations,
  ...knowledgeMigrations,
  ...collectionsMigrations,
  ...answeringMigrations,
  ...conversationsMigrations,
  ...surfacesMigrations,
  ...skillsMigrations,
  ...mcpMigrations,
  ...integrationsMigrations,
  ...Object.assign({}, ...Object.values(leaves).map((leaf: Leaf<never>) => leaf.migrations)),
};

/**
 * Every step from an empty database to today's. A released step is never changed: what comes later gets the next number,
 * in the file of its capability.
 */
export const migrations: Migrations = Object.fromEntries(
  Object.entries(steps).toSorted(([one], [other]) => (one < other ? -1 : 1)),
);
