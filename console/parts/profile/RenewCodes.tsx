import { useState } from "react";
import type { ReactNode } from "react";
import { useAction } from "../useAction.ts";
import { renewCodes } from "../../state/accounts/secondFactor.ts";
import { CodeDialog } from "./CodeDialog.tsx";
import { RecoveryCodesDialog } from "./RecoveryCodesDialog.tsx";

/** Makes new recovery codes and shows them. */
export function RenewCodes({ onClose }: { onClose: () => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const { run, isBusy, error } = useAction(async (code: string) => setCodes(await renewCodes(code)));
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <CodeDialog
      title="Make new recovery codes"
      action={{ label: "Make new codes", kind: "primary", isBusy, error }}
      onSubmit={(code) => void run(code)}
      onClose={onClose}
    >
      You get ten new codes. Your current codes stop working.
    </CodeDialog>
  );
}
