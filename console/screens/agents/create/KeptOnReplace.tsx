import type { ReactNode } from "react";
import { ShieldCheck } from "lucide-react";
import { accentNotice } from "../../../parts/accentNotice.ts";

/** What stays as it is where an import takes the place of a draft. */
export function KeptOnReplace({ publishedVersion }: { publishedVersion: number }): ReactNode {
  return (
    <section className={accentNotice} aria-label="What is kept">
      <ShieldCheck size={18} aria-hidden />
      <ul>
        <li>Conversations, the snippet’s token, allowed domains, its own sources and test cases stay.</li>
        <li>
          Its name, budgets, retention, assignment, SLA and opening hours stay too, whatever the import says.
        </li>
        <li>Visitors keep seeing version {publishedVersion} until you publish.</li>
        <li>The current draft is kept as a backup version.</li>
      </ul>
    </section>
  );
}
