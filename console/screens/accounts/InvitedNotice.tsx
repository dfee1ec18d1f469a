import type { ReactNode } from "react";
import { Link } from "wouter";
import { MailOpen } from "lucide-react";
import { css } from "../../../shared/ui/style/css.ts";
import { paths } from "../../state/shell/paths.ts";

/** On the login page, to somebody who came by an invitation's link: they may have no account yet. */
export function InvitedNotice(): ReactNode {
  return (
    <div className={notice}>
      <MailOpen size={18} aria-hidden />
      <p>
        You have an invitation. Sign in to accept it, or{" "}
        <Link href={paths.register}>create your account</Link>.
      </p>
    </div>
  );
}

const notice = css`
  display: flex;
  gap: 10px;
  padding: 12px 14px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-accent-soft);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-accent-text);
  }
`;
