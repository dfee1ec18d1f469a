import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type {
  ContactMerge,
  MergeRefusal,
} from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { Button } from "../../../../shared/ui/Button.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { describeDate } from "../../../parts/describeMoment.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { undoMerging } from "../../../state/conversations/contacts/contacts.ts";
import type { ContactPlace } from "../../../state/conversations/contacts/contacts.ts";
import { mayDo } from "../../../state/accounts/organization.ts";
import { detailsPart } from "../threads/detailsPart.ts";

const refusals: Record<MergeRefusal, string> = {
  joined: "This can’t be undone: another visitor’s conversations were added since.",
  identified: "This can’t be undone: your site has signed this visitor in since.",
  later: "Undo the later one first.",
};

interface MergedWithProps {
  place: ContactPlace;
  merges: readonly Snapshot<ContactMerge>[];
}

/** Contacts merged into a person in the last 30 days, and the undo. */
export function MergedWith({ place, merges }: MergedWithProps): ReactNode {
  const undoing = useAction((mergeId: string) => undoMerging(place, mergeId));
  if (merges.length === 0) return null;
  return (
    <section className={cx(detailsPart, list)} aria-label="Merged visitors">
      <h3>Merged visitors</h3>
      <ul>
        {merges.map(({ id, name, mergedBy, mergedAt, undoUntil, refusal }) => (
          <li key={id}>
            <bdi>{name}</bdi>
            <small>
              by <bdi>{mergedBy.name}</bdi>, {describeDate(mergedAt)}.{" "}
              {refusal ? refusals[refusal] : `Can be undone until ${describeDate(undoUntil)}.`}
            </small>
            {refusal === null && mayDo("conversations.reply") && (
              <Button
                size="small"
                isBusy={undoing.isBusy}
                aria-label={`Undo merging ${name}`}
                onClick={() => void undoing.run(id)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {undoing.error && <ErrorNotice error={undoing.error} />}
    </section>
  );
}

const list = css`
  & ul {
    display: grid;
    gap: 12px;
    margin: 0;
    padding: 0;
    list-style: none;
  }
  & li {
    display: grid;
    justify-items: start;
    gap: 4px;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ph-text-2);
  }
`;
