/**
 * Why a version was kept: `publish` is what visitors met, `backup` the draft before an import replaced it, `restore` the
 * draft before an older version was brought back.
 */
export const versionReasons = ["publish", "backup", "restore"] as const;
export type VersionReason = (typeof versionReasons)[number];
