import type { ReactNode } from "react";
import { CircleCheck } from "lucide-react";
import { Notice } from "../../../shared/ui/Notice.tsx";
import { EntryCard } from "../../parts/EntryCard.tsx";

/** The end of choosing an agent for a plug-in of a design tool. */
export function HandedOver({ name }: { name: string }): ReactNode {
  return (
    <EntryCard title="Agent connected">
      <div role="status">
        <Notice title={name} icon={<CircleCheck size={20} aria-hidden />}>
          Return to your design tool. You can close this page.
        </Notice>
      </div>
    </EntryCard>
  );
}
