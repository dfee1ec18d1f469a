import type { ReactNode } from "react";
import { Notice } from "./Notice.tsx";
import type { NoticeProps } from "./Notice.tsx";

/** Says what is missing here and shows the one next step. */
export function EmptyState(props: Omit<NoticeProps, "isAlert">): ReactNode {
  return <Notice {...props} />;
}
