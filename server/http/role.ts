/** What a process does: answer requests, do the work that no request asks for, or both. */
export const roles = ["all", "web", "worker"] as const;
export type Role = (typeof roles)[number];
