import type { Snapshot } from "valtio";
import type { Profile } from "../../../shared/contract/accounts/accounts.ts";

/** The profile as a card reads it. */
export type OwnProfile = Snapshot<Profile>;
