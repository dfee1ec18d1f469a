/** Whom a data source is for, each of them a part of the one before. */
export const sourceAudiences = ["everyone", "identified", "verified", "team"] as const;
export type SourceAudience = (typeof sourceAudiences)[number];

/** What is known of who asks. */
export interface Audience {
  /** The site signed who they are. */
  isVerified: boolean;
  /** They left an e-mail address, which anybody can claim. */
  isIdentified?: boolean | undefined;
  /** They are of the team that builds the agent. */
  isTeam?: boolean | undefined;
}

/** Somebody who belongs to an audience, and to no narrower one. */
export function audienceFlags(audience: SourceAudience): Required<Audience> {
  return {
    isVerified: audience === "verified",
    isIdentified: audience === "identified",
    isTeam: audience === "team",
  };
}

/** The narrowest audience that somebody belongs to. */
export function audienceOf({ isVerified, isIdentified, isTeam }: Audience): SourceAudience {
  if (isTeam) return "team";
  if (isVerified) return "verified";
  return isIdentified ? "identified" : "everyone";
}

/** Gives the audiences that somebody belongs to: passages of any other one are never looked for in their name. */
export function listAudiences(person: Audience): SourceAudience[] {
  return sourceAudiences.slice(0, sourceAudiences.indexOf(audienceOf(person)) + 1);
}
