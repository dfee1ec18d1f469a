import type { ReactNode } from "react";
import type { Snapshot } from "valtio";
import { useSnapshot } from "valtio";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import type { CustomField } from "../../../../../shared/contract/conversations/inbox/customField.ts";
import { useQuery } from "../../../../parts/useQuery.ts";
import {
  chooseThreads,
  clearSelection,
  listChosen,
  threadSelection,
} from "../../../../state/conversations/inbox/threadSelection.ts";
import { threads } from "../../../../state/conversations/threads/threads.ts";
import type { ThreadView } from "../../../../state/conversations/threads/threads.ts";
import { nameColumn, sortOf } from "./columns.ts";

interface TableHeadProps {
  columnIds: readonly string[];
  fields: readonly Snapshot<CustomField>[];
  view: ThreadView;
  maySelect: boolean;
}

/** The names of the columns, with the orders that the server has, and the box that chooses all rows. */
export function TableHead({ columnIds, fields, view, maySelect }: TableHeadProps): ReactNode {
  return (
    <thead>
      <tr>
        {maySelect && (
          <td data-column="box">
            <AllBox />
          </td>
        )}
        <th scope="col" data-column="visitor">
          Visitor
        </th>
        {columnIds.map((id) => (
          <ColumnHead key={id} id={id} name={nameColumn(id, fields)} view={view} />
        ))}
      </tr>
    </thead>
  );
}

const arrows = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown };

function ColumnHead({ id, name, view }: { id: string; name: string; view: ThreadView }): ReactNode {
  const query = useQuery();
  const sort = sortOf(id, view.sort);
  if (!sort) {
    return (
      <th scope="col" data-column={id}>
        <bdi title={name}>{name}</bdi>
      </th>
    );
  }
  const Arrow = arrows[sort.is];
  const next = sort.next === "newest" ? null : sort.next;
  return (
    <th scope="col" data-column={id} aria-sort={sort.is}>
      <button type="button" onClick={() => query.set({ sort: next }, { replace: true })}>
        {name}
        <Arrow size={13} aria-hidden />
      </button>
    </th>
  );
}

/** Chooses the rows that were read, or none; the bar below offers all that match. */
function AllBox(): ReactNode {
  const selection = useSnapshot(threadSelection);
  const { data } = useSnapshot(threads);
  const chosen = listChosen(selection, data).length;
  const isAll = chosen > 0 && chosen === data?.items.length;
  return (
    <label>
      <input
        type="checkbox"
        aria-label="Select all rows"
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && !isAll;
        }}
        checked={isAll}
        onChange={() => (isAll ? clearSelection() : data && chooseThreads(data, false))}
      />
    </label>
  );
}
