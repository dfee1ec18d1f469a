import type { Role } from "../../shared/domain/access.ts";

/** The guards in the order in which they run (specification 2). */
export type GuardName = "authentication" | "organisation" | "role";

/** Where a guard sends somebody; null lets them stay. */
export type Decision = string | null;

/** What the role guard knows of the member. */
export interface GuardedMember {
  roles: readonly Role[];
  isSuperAdmin: boolean;
}
