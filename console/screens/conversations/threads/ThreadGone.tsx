import { useEffect } from "react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { SearchX } from "lucide-react";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { Notice } from "../../../../shared/ui/Notice.tsx";
import { goneThread } from "../../../state/conversations/threads/goneThread.ts";
import { navigate } from "../../../state/shell/navigation.ts";

/** In the place of a conversation that is not there; without the console bar the list with a word about it. */
export function ThreadGone({ back }: { back: string }): ReactNode {
  const hasBar = back.startsWith("/accounts/");
  useEffect(() => {
    if (hasBar) return;
    goneThread.isTold = true;
    navigate(back, { replace: true });
  }, [hasBar, back]);
  if (!hasBar) return null;
  return (
    <Notice
      title="This conversation no longer exists"
      icon={<SearchX size={20} aria-hidden />}
      action={
        <Link href={back} className={buttonClass("secondary")}>
          See all conversations
        </Link>
      }
    />
  );
}
