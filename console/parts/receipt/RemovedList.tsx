import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import type { Receipt, RemovedLink } from "../../../shared/contract/conversations/answers/receipts.ts";
import { css } from "../../../shared/ui/style/css.ts";
import { plural } from "../../../shared/words/language.ts";

interface RemovedListProps {
  removed: Snapshot<NonNullable<Receipt["removed"]>>;
}

/** The addresses that were taken out of an answer, each as a text that leads nowhere, and how many there were besides. */
export function RemovedList({ removed: { count, first } }: RemovedListProps): ReactNode {
  return (
    <ul className={frame}>
      {first.map(({ kind, address }) => (
        <li key={address}>
          <code dir="ltr">{address}</code>
          <small>{kinds[kind]}</small>
        </li>
      ))}
      {count > first.length && <li>{plural(count - first.length, others)}</li>}
    </ul>
  );
}

const kinds: Record<RemovedLink["kind"], string> = {
  link: "Link: only its text was kept",
  picture: "Picture: only its text was kept",
  address: "Address in the text",
};
const others = { one: "And {count} other address", other: "And {count} other addresses" };

const frame = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: 2px;
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  & code {
    font-family: var(--ph-mono);
  }
  & small {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
