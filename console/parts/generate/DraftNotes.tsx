import type { ReactNode } from "react";
import { Sparkles } from "lucide-react";
import type { Generated } from "../../../shared/contract/agents/generate.ts";
import { plural } from "../../../shared/words/language.ts";
import { accentNotice } from "../accentNotice.ts";

/** Where a draft comes from, in plain words, above what it filled in. */
export function DraftNotes({ drafted }: { drafted: Generated }): ReactNode {
  const { agent, website, notes, credits } = drafted;
  return (
    <div className={accentNotice} role="status">
      <Sparkles size={18} aria-hidden />
      <div>
        <strong>
          {website ? `Drafted from ${new URL(website.url).host}` : "Drafted from your description"}
        </strong>
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          {agent?.instructions && <li>{plural(agent.instructions.length, told)}</li>}
          {credits > 0 && <li>{plural(credits, cost)}</li>}
        </ul>
      </div>
    </div>
  );
}

const told = {
  one: "Instructions were drafted too ({count} character). Review them. The agent follows them in every answer.",
  other:
    "Instructions were drafted too ({count} characters). Review them. The agent follows them in every answer.",
};
const cost = { one: "Cost: {count} credit.", other: "Cost: {count} credits." };
