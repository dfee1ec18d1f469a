import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { MessagesSquare } from "lucide-react";
import { Notice } from "../../../../shared/ui/Notice.tsx";
import { threads } from "../../../state/conversations/threads/threads.ts";

/** The place of the thread while none is open, beside the list of this name. */
export function NothingOpen({ list }: { list: string }): ReactNode {
  const { data } = useSnapshot(threads);
  const hasSome = data?.of === list && data.items.length > 0;
  if (!hasSome) return <div />;
  return (
    <Notice title="Choose a conversation" icon={<MessagesSquare size={20} aria-hidden />}>
      Follow live, see the sources, take over any time.
    </Notice>
  );
}
