import { useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../../../shared/ui/Button.tsx";
import { showToast } from "../../../shared/ui/toasts.ts";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";

interface DeleteSurfaceCardProps {
  /** As it is in a sentence: "chat widget". */
  name: string;
  /** In a line, for whom it is. */
  subtitle: string;
  /** What is lost, and how to come back. */
  children: ReactNode;
  onDelete: () => Promise<unknown>;
}

/** Takes a surface away for good, after a question. */
export function DeleteSurfaceCard({ name, subtitle, children, onDelete }: DeleteSurfaceCardProps): ReactNode {
  const [isAsking, setIsAsking] = useState(false);
  const handleDelete = async () => {
    await onDelete();
    showToast(`The ${name} was deleted`);
  };
  return (
    <>
      <Card
        title={`Delete the ${name}`}
        subtitle={subtitle}
        aside={
          <Button kind="danger" size="small" onClick={() => setIsAsking(true)}>
            Delete
          </Button>
        }
      />
      {isAsking && (
        <ConfirmDialog
          title={`Delete the ${name}?`}
          confirmLabel={`Delete the ${name}`}
          onConfirm={handleDelete}
          onClose={() => setIsAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  );
}
