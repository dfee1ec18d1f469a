/** What the team is told of outside of the console. */
export const teamNoticeKinds = ["handoffs", "mentions", "approvals"] as const;
export type TeamNoticeKind = (typeof teamNoticeKinds)[number];

/** The most members that get an agent's notices by mail. */
export const mostMailed = 50;
