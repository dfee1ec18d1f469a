import type { Role } from "../../../shared/domain/access.ts";

/** What a role may do, in a sentence. */
export const roleHints: Record<Role, string> = {
  owner: "Everything, and the only role that makes other owners.",
  admin: "Everything but making and removing owners.",
  collaborator: "Builds and publishes agents and answers in the inbox; sees the team.",
  support: "Answers conversations in the inbox, and sees the dashboard.",
};
