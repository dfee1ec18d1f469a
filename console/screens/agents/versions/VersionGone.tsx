import type { ReactNode } from "react";
import { Link } from "wouter";
import { SearchX } from "lucide-react";
import { buttonClass } from "../../../../shared/ui/Button.tsx";
import { NoticePage } from "../../../parts/NoticePage.tsx";
import { useQuery } from "../../../parts/useQuery.ts";

/** The address names a version that is not there. */
export function VersionGone(): ReactNode {
  const query = useQuery();
  return (
    <NoticePage
      heading="Version not found"
      title="This version no longer exists"
      icon={<SearchX size={20} aria-hidden />}
      action={
        <Link
          href={query.link({ version: null, to: null, show: null, restore: null })}
          className={buttonClass("secondary")}
        >
          See all versions
        </Link>
      }
    >
      An agent keeps its newest 100 versions.
    </NoticePage>
  );
}
