import { useState } from "react";
import type { ReactNode } from "react";
import type { Assignee } from "../../../../shared/contract/conversations/inbox/assignees.ts";
import { controlStyle } from "../../../../shared/ui/fieldStyle.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { css } from "../../../../shared/ui/style/css.ts";
import { plural } from "../../../../shared/words/language.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { saveCapacity } from "../../../state/conversations/inbox/assignees.ts";
import type { AgentPlace } from "../../../state/shell/paths.ts";

interface RowsProps {
  people: readonly Readonly<Assignee>[];
  /** The number of those without one of their own. */
  usual: number;
  place: AgentPlace;
}

/** Each person with what they have in hand, and a number of their own where the usual one does not fit them. */
export function AssigneeRows({ people, usual, place }: RowsProps): ReactNode {
  return (
    <section className={rows} aria-label="Numbers of their own">
      <h3>Numbers of their own</h3>
      <p>Applies to all AI agents immediately, without publishing.</p>
      <ul>
        {people.map((one) => (
          <AssigneeRow key={one.id} one={one} usual={usual} place={place} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps {
  one: Readonly<Assignee>;
  usual: number;
  place: AgentPlace;
}

function AssigneeRow({ one, usual, place }: RowProps): ReactNode {
  const saved = one.capacity?.toString() ?? "";
  const [typed, setTyped] = useState(saved);
  const saving = useAction(async () => {
    const capacity = typed.trim() === "" ? null : Math.floor(Number(typed));
    await saveCapacity(place, { memberId: one.id, capacity });
    showToast(`Saved for ${one.name}`);
  });
  return (
    <li>
      <span>
        {one.name}
        <small>
          {one.isOnline ? "Online" : "Offline"} ·{" "}
          {plural(one.open, { one: "{count} conversation", other: "{count} conversations" })}
        </small>
      </span>
      <input
        type="number"
        min={1}
        inputMode="numeric"
        aria-label={`Conversations at once of ${one.name}`}
        placeholder={usual > 0 ? `${usual}` : ""}
        className={controlStyle}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={() => typed !== saved && void saving.run()}
      />
      {saving.error && <ErrorNotice title="This could not be saved." error={saving.error} />}
    </li>
  );
}

const rows = css`
  & h3 {
    margin: 0;
    font-size: inherit;
    font-weight: 600;
  }
  & p {
    margin: 2px 0 8px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & ul {
    max-height: 360px;
    margin: 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  & li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 96px;
    align-items: center;
    gap: 4px 12px;
    min-height: 56px;
    padding: 4px;
    border-top: 1px solid var(--ph-line);
  }
  & li > span {
    overflow-wrap: anywhere;
  }
  & small {
    display: block;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & li > :nth-child(3) {
    grid-column: 1 / -1;
  }
`;
