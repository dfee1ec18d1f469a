import { Suspense, useState } from "react";
import type { ReactNode } from "react";
import { Sparkles } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { mayDo } from "../../state/accounts/organization.ts";
import type { GenerateDialogProps } from "./GenerateDialog.tsx";
import { GenerateDialog } from "../overlays.ts";

/** AI generate over a form that is there: the dialog comes when it is asked for. Not there for who may not draft. */
export function GenerateButton(props: Omit<GenerateDialogProps, "onClose">): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  if (!mayDo("agents.create")) return null;
  return (
    <>
      <Button icon={<Sparkles size={16} aria-hidden />} onClick={() => setIsOpen(true)}>
        AI generate
      </Button>
      <Suspense>{isOpen && <GenerateDialog {...props} onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
