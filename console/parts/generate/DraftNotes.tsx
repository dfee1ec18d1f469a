import type { ReactNode } from "react";
import { Sparkles } from "lucide-react";
import type { Generated } from "../../../shared/contract/generate.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { plural } from "../../../shared/words/language.ts";

/** Where a draft comes from, in plain words, above what it filled in. */
export function DraftNotes({ drafted }: { drafted: Generated }): ReactNode {
  const { website, notes, credits } = drafted;
  return (
    <div className={frame} role="status">
      <Sparkles size={18} aria-hidden />
      <div>
        <strong>
          {website ? `Drafted from ${new URL(website.url).host}` : "Drafted from your description"}
        </strong>
        <ul>
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
          {credits > 0 && <li>{plural(credits, cost)}</li>}
        </ul>
      </div>
    </div>
  );
}

const cost = { one: "It cost {count} credit.", other: "It cost {count} credits." };

const frame = css`
  display: flex;
  gap: 12px;
  padding: 14px 16px;
  border-radius: var(--ph-radius);
  background: var(--ph-accent-soft);
  font-size: var(--ph-text-s);
  & > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-accent-text);
  }
  & strong {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  & ul {
    display: grid;
    gap: 2px;
    margin: 4px 0 0;
    padding: 0;
    list-style: none;
    color: var(--ph-text-2);
  }
`;
