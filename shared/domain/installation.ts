/** The checks of an installation, in the order of display. */
export const installationChecks = [
  "versions",
  "database",
  "pooler",
  "secret key",
  "data folder",
  "disk",
  "jobs",
  "clock",
  "public address",
  "proxy",
  "mail",
  "egress",
  "backups",
  "open files",
] as const;
export type InstallationCheckName = (typeof installationChecks)[number];

/** One check; `lines` are what to paste to put it right. */
export interface InstallationCheck {
  name: InstallationCheckName;
  state: "ok" | "warning" | "error";
  message: string;
  lines: string[];
}
