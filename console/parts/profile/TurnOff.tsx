import type { ReactNode } from "react";
import { showToast } from "../../../shared/ui/toasts.ts";
import { useAction } from "../useAction.ts";
import { turnOff } from "../../state/accounts/secondFactor.ts";
import { CodeDialog } from "./CodeDialog.tsx";

/** Turns two-factor sign-in off. */
export function TurnOff({ onClose }: { onClose: () => void }): ReactNode {
  const { run, isBusy, error } = useAction(turnOff);
  const handleSubmit = async (code: string) => {
    if (!(await run(code))) return;
    showToast("Two-factor sign-in is off");
    onClose();
  };
  return (
    <CodeDialog
      title="Turn off two-factor sign-in?"
      action={{ label: "Turn off", kind: "danger", isBusy, error }}
      onSubmit={(code) => void handleSubmit(code)}
      onClose={onClose}
    >
      Anyone with your password can then sign in. Your recovery codes stop working.
    </CodeDialog>
  );
}
