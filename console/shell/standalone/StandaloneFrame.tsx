import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Link } from "wouter";
import { Building2, Lock } from "lucide-react";
import { standaloneScope } from "../../../shared/domain/standalone.ts";
import { findScope } from "../../../shared/domain/standaloneScope.ts";
import { buttonClass } from "../../../shared/ui/Button.tsx";
import { ErrorState } from "../../../shared/ui/ErrorState.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { FloatingPart } from "../../parts/FloatingPart.tsx";
import { NoticePage } from "../../parts/NoticePage.tsx";
import { goneThread } from "../../state/conversations/threads/goneThread.ts";
import { paths, readAccountId, readAgentId } from "../../state/shell/paths.ts";
import { ConnectionBanner } from "../ConnectionBanner.tsx";
import { FullScreenLoader } from "../FullScreenLoader.tsx";
import type { FrameProps } from "../frame.ts";
import { mainId } from "../frame.ts";
import { useFocusOnChange } from "../useFocusOnChange.ts";
import { VersionBanner } from "../VersionBanner.tsx";
import { GoneNotice } from "./GoneNotice.tsx";
import { StandaloneBar } from "./StandaloneBar.tsx";
import { useAppHead } from "./useAppHead.ts";
import { useBadge } from "./useBadge.ts";
import { useEntered } from "./useEntered.ts";
import { Shortcuts } from "../afterFirst.ts";
import { Attention } from "../news.ts";

/** The conversations of an agent without the console bar, made for a phone: one pane at a time, and a way to install it. */
export default function StandaloneFrame({ routes, path, children }: FrameProps): ReactNode {
  const place = { orgId: readAccountId(path) ?? "", agentId: readAgentId(path) ?? "" };
  const { state, error, retry } = useEntered(path, place.orgId);
  const threadId = path.split("/")[4];
  const main = useFocusOnChange(path);
  const { isTold } = useSnapshot(goneThread);
  useAppHead({ ...place, scope: findScope(path) ?? standaloneScope });
  useBadge();
  useEffect(() => {
    // It was said; opening a conversation reads it.
    if (threadId !== undefined) goneThread.isTold = false;
  }, [threadId]);

  if (state === "loading") return <FullScreenLoader />;
  if (state === "failed") return <ErrorState message={error?.message ?? ""} onRetry={retry} />;
  if (state === "denied") return <NoAccess />;
  return (
    <div className={frame} data-thread={threadId === undefined ? undefined : ""}>
      <StandaloneBar place={place} />
      <div>
        <ConnectionBanner />
        <VersionBanner />
        {isTold && threadId === undefined && <GoneNotice onClose={() => (goneThread.isTold = false)} />}
      </div>
      <main ref={main} id={mainId} tabIndex={-1}>
        {children}
      </main>
      <FloatingPart resetOn={path}>
        <Shortcuts routes={routes} path={path} />
      </FloatingPart>
      <FloatingPart resetOn={path}>
        <Attention path={path} />
      </FloatingPart>
    </div>
  );
}

function NoAccess(): ReactNode {
  return (
    <main id={mainId} className={alone}>
      <NoticePage
        heading="Inbox"
        title="You have no access to this inbox"
        icon={<Lock size={20} aria-hidden />}
        action={
          <Link href={paths.chooseCompany} className={buttonClass("secondary")}>
            <Building2 size={16} aria-hidden />
            See your organizations
          </Link>
        }
      >
        It belongs to an organization you’re not in. Ask a member for an invitation.
      </NoticePage>
    </main>
  );
}

const frame = css`
  display: flex;
  flex-direction: column;
  height: 100dvh;
  background: var(--ph-surface);
  & > main {
    position: relative;
    flex: 1;
    min-width: 0;
    min-height: 0;
    outline: none;
    padding-bottom: env(safe-area-inset-bottom);
  }
  /* A conversation has a head of its own, with the way back. */
  @media (max-width: 768px) {
    &[data-thread] > header {
      display: none;
    }
  }
`;
const alone = css`
  display: grid;
  min-height: 100dvh;
`;
