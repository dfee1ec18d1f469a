/** What is looked at in an installation, in the order in which it is told. */
export const installationChecks = [
  "versions",
  "database",
  "pooler",
  "secret key",
  "data folder",
  "disk",
  "clock",
  "public address",
  "proxy",
  "mail",
  "egress",
  "backups",
  "open files",
] as const;
export type InstallationCheckName = (typeof installationChecks)[number];

/** One thing that was looked at; `lines` are what to paste to put it right. */
export interface InstallationCheck {
  name: InstallationCheckName;
  state: "ok" | "warning" | "error";
  message: string;
  lines: string[];
}
