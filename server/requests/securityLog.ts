import { appendFileSync } from "node:fs";
import { CannotStart } from "../database/cannotStart.ts";
import { writeJson } from "./log.ts";
import type { LogEntry } from "./log.ts";

/** The message of security events in the log (SECURITY.md). */
const securityMessage = "security";

/**
 * A file of only security events, whatever the level of the log. Each is written at once: they are few, and the last
 * before a machine is lost matter most. Throws CannotStart where it can't be written.
 */
export function openSecurityLog(path: string): { hear(entry: LogEntry): void } {
  const write = (text: string) => appendFileSync(path, text, { mode: 0o600 });
  try {
    write("");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CannotStart(`The file of SECURITY_LOG can't be written: ${reason}.`);
  }
  return {
    hear(entry) {
      if (entry.message !== securityMessage) return;
      try {
        write(writeJson(entry));
      } catch {
        // The log has it too; a full disk must not end a sign-in.
      }
    },
  };
}
