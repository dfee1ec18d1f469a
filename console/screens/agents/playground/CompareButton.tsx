import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Columns2 } from "lucide-react";
import { Button } from "../../../../shared/ui/Button.tsx";
import { models } from "../../../state/models/models.ts";
import { addColumn, mostColumns, playground } from "../../../state/playground/playground.ts";

interface CompareButtonProps {
  /** The model of the draft. */
  own: string;
  onAdd: (columnId: string) => void;
}

/** Adds a model that is not among the compared ones; not there where all are, or as many as are beside each other. */
export function CompareButton({ own, onAdd }: CompareButtonProps): ReactNode {
  const { columns } = useSnapshot(playground);
  const { data } = useSnapshot(models);
  const taken = columns.map(({ model }) => model ?? own);
  const next = data?.find(({ isAvailable, value }) => isAvailable && !taken.includes(value));
  if (!next || columns.length >= mostColumns) return null;
  return (
    <Button icon={<Columns2 size={16} aria-hidden />} onClick={() => onAdd(addColumn(next.value))}>
      {columns.length > 1 ? "Add a model" : "Compare"}
    </Button>
  );
}
