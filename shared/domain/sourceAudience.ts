/** Whom a data source is for, each of them a part of the one before. */
export const sourceAudiences = ["everyone", "identified", "verified", "team"] as const;
export type SourceAudience = (typeof sourceAudiences)[number];

/** What is known of who asks. */
export interface AskingPerson {
  /** The site signed who they are. */
  isVerified: boolean;
  /** They left an e-mail address, which anybody can claim. */
  isIdentified?: boolean | undefined;
  /** They are of the team that builds the agent. */
  isTeam?: boolean | undefined;
}

/** Gives the audiences that somebody belongs to: passages of any other one are never looked for in their name. */
export function listAudiences({ isVerified, isIdentified, isTeam }: AskingPerson): SourceAudience[] {
  if (isTeam) return [...sourceAudiences];
  if (isVerified) return ["everyone", "identified", "verified"];
  return isIdentified ? ["everyone", "identified"] : ["everyone"];
}
