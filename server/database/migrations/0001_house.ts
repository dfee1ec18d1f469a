import type { Migration } from "kysely/migration";
import { createAccounts } from "./0001/accounts.ts";
import { createAgents } from "./0001/agents.ts";
import { createConversations } from "./0001/conversations.ts";
import { createJobs } from "./0001/jobs.ts";
import { createKnowledge } from "./0001/knowledge.ts";
import { createLive } from "./0001/live.ts";
import { createPassageSegments } from "./0001/passageSegments.ts";

/** The first house: every table that the first version has. */
export const house: Migration = {
  async up(db) {
    await createAccounts(db);
    await createAgents(db);
    await createKnowledge(db);
    await createPassageSegments(db);
    await createConversations(db);
    await createLive(db);
    await createJobs(db);
  },
};
