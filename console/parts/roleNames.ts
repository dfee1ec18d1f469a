import type { Role } from "../../shared/domain/access.ts";

/** How people call the roles (specification 6). */
export const roleNames: Record<Role, string> = {
  owner: "Owner",
  admin: "Admin",
  collaborator: "Advisor",
  support: "Support",
};
