/** The checks where the chat should be, in the order in which it is told. */
export const doctorChecks = [
  "tag",
  "token",
  "agent",
  "origin",
  "policy",
  "frame",
  "context",
  "storage",
] as const;
export type DoctorCheckName = (typeof doctorChecks)[number];

export const doctorStates = ["ok", "warning", "error"] as const;

/** One check; `lines` are what to paste to put it right. */
export interface DoctorCheck {
  name: DoctorCheckName;
  state: (typeof doctorStates)[number];
  message: string;
  lines: string[];
}

/** What was found on one page. */
export interface DoctorReport {
  url: string;
  checks: DoctorCheck[];
}
