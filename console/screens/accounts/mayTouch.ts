import { mayGrant, roleOf } from "../../../shared/domain/access.ts";
import type { Role } from "../../../shared/domain/access.ts";

/** Whether somebody with these roles may put people into the group and take them out: nobody does that above themselves. */
export function mayTouch(held: readonly Role[], { usergroup_name }: { usergroup_name: string }): boolean {
  const role = roleOf(usergroup_name);
  return !role || mayGrant(held, role);
}
