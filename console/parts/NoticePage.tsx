import type { ReactNode } from "react";
import { Notice } from "../../shared/ui/Notice.tsx";
import type { NoticeProps } from "../../shared/ui/Notice.tsx";
import { visuallyHidden } from "../../shared/ui/style/visuallyHidden.ts";

interface NoticePageProps extends NoticeProps {
  /** The page's own heading, which a screen reader looks for; the notice's title stands below it. */
  heading: string;
}

/** A notice that is all a page has to show. */
export function NoticePage({ heading, ...notice }: NoticePageProps): ReactNode {
  return (
    <>
      <h1 className={visuallyHidden}>{heading}</h1>
      <Notice {...notice} />
    </>
  );
}
