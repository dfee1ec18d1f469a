import { useState } from "react";
import type { ReactNode } from "react";
import { Columns3 } from "lucide-react";
import { IconButton } from "../../../../../shared/ui/IconButton.tsx";
import { ColumnsDialog } from "./ColumnsDialog.tsx";

/** The button that opens which columns there are, and in which order. */
export function TableSettings(): ReactNode {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <IconButton label="Columns" size="small" onClick={() => setAsked(true)}>
        <Columns3 size={17} aria-hidden />
      </IconButton>
      {isAsked && <ColumnsDialog onClose={() => setAsked(false)} />}
    </>
  );
}
