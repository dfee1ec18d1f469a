import { useEffect } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { CircleHelp } from "lucide-react";
import { css } from "../../shared/ui/style/css.ts";
import { authentication } from "../state/accounts/authentication.ts";
import { offersHelp, openHelp, startHelp } from "../state/shell/help.ts";
import { BookDemo } from "./BookDemo.tsx";

/** Book a Demo and Get Help in the top bar, each only where the installation has it. Phones have both in their menus. */
export function HelpLinks(): ReactNode {
  const { user } = useSnapshot(authentication);
  const name = user ? `${user.first_name} ${user.last_name}`.trim() : "";
  const email = user?.email;
  useEffect(() => {
    if (email) startHelp({ name, email });
  }, [name, email]);
  return (
    <div className={links}>
      <BookDemo />
      {offersHelp() && (
        <button type="button" title="Get Help" onClick={openHelp}>
          <CircleHelp size={18} aria-hidden />
          <span>Get Help</span>
        </button>
      )}
    </div>
  );
}

const links = css`
  display: flex;
  flex: none;
  gap: 4px;
  &:empty {
    display: none;
  }
  & > * {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    min-height: 36px;
    padding: 4px 10px;
    border: 0;
    border-radius: var(--ph-radius-s);
    background: none;
    color: var(--ph-text-2);
    font-size: var(--ph-text-s);
    font-weight: 550;
    text-decoration: none;
    cursor: pointer;
  }
  & > *:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
  & svg {
    flex: none;
  }
  @media (max-width: 1200px) {
    & > * {
      justify-content: center;
      min-width: 40px;
      min-height: 40px;
      padding: 0;
    }
    & span {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }
  @media (max-width: 768px) {
    display: none;
  }
`;
