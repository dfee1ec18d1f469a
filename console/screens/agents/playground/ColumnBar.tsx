import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { X } from "lucide-react";
import { IconButton } from "../../../../shared/ui/IconButton.tsx";
import { css, cx } from "../../../../shared/ui/style/css.ts";
import { models } from "../../../state/models/models.ts";
import { playground, removeColumn } from "../../../state/playground/playground.ts";
import { columnGrid } from "./columnGrid.ts";
import { ModelSelect } from "./ModelSelect.tsx";

interface ColumnBarProps {
  /** The model of the draft. */
  own: string;
  /** The column that a narrow screen shows. */
  shownId: string;
  onShow: (columnId: string) => void;
}

/** Which models answer, each over the column of its answers. */
export function ColumnBar({ own, shownId, onShow }: ColumnBarProps): ReactNode {
  const { columns } = useSnapshot(playground);
  const { data } = useSnapshot(models);
  const isCompared = columns.length > 1;

  function choose(columnId: string, model: string | null): void {
    const column = playground.columns.find(({ id }) => id === columnId);
    if (column) column.model = model;
  }

  function remove(columnId: string): void {
    removeColumn(columnId);
    const [first] = playground.columns;
    if (columnId === shownId && first) onShow(first.id);
  }

  return (
    <div className={cx(columnGrid, bar)} data-columns={columns.length}>
      {columns.map(({ id, model }, index) => (
        <div key={id} data-hidden={id === shownId ? undefined : ""}>
          <ModelSelect
            label={isCompared ? `Model ${index + 1}` : "Model"}
            value={model}
            own={own}
            models={data ?? []}
            onChange={(value) => choose(id, value)}
          />
          {isCompared && (
            <IconButton size="small" label={`Remove model ${index + 1}`} onClick={() => remove(id)}>
              <X size={16} aria-hidden />
            </IconButton>
          )}
        </div>
      ))}
    </div>
  );
}

const bar = css`
  & > div {
    display: flex;
    align-items: center;
    gap: 2px;
    min-width: 0;
  }
`;
