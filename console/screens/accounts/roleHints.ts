import type { Role } from "../../../shared/domain/access.ts";

/** What a role may do, in a sentence. */
export const roleHints: Record<Role, string> = {
  owner: "Full access. Only owners can add or remove owners.",
  admin: "Full access, except adding or removing owners.",
  collaborator: "Builds and publishes agents, replies in the inbox, sees the team.",
  support: "Replies in the inbox and sees the dashboard.",
};
