import type { ComponentProps, ReactNode } from "react";
import { RemoveView } from "./RemoveView.tsx";
import { ViewDialog } from "./ViewDialog.tsx";

interface ViewDialogsProps extends ComponentProps<typeof ViewDialog> {
  asked: "save" | "edit" | "remove";
  onRemove: (viewId: string) => Promise<void>;
}

/** What asks before a view is saved, changed or deleted. */
export function ViewDialogs({ asked, view, onRemove, ...rest }: ViewDialogsProps): ReactNode {
  if (asked === "save") return <ViewDialog view={undefined} {...rest} />;
  if (!view) return null;
  if (asked === "edit") return <ViewDialog view={view} {...rest} />;
  return <RemoveView view={view} onRemove={() => onRemove(view.id)} onClose={rest.onClose} />;
}
