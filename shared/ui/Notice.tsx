import type { ReactNode } from "react";
import { css } from "./style/css.ts";

export interface NoticeProps {
  title: string;
  children?: ReactNode;
  icon?: ReactNode;
  /** The one next step. */
  action?: ReactNode;
  /** Read out immediately: something went wrong. */
  isAlert?: boolean;
}

/** A quiet picture in the middle of an empty or failed place: what it is, why, and what to do next. */
export function Notice({ title, children, icon, action, isAlert }: NoticeProps): ReactNode {
  return (
    <div className={notice} role={isAlert ? "alert" : undefined}>
      {icon && <div>{icon}</div>}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

const notice = css`
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 8px;
  padding: 48px 24px;
  text-align: center;
  & > div {
    display: grid;
    place-items: center;
    width: 48px;
    height: 48px;
    margin-bottom: 8px;
    border-radius: 50%;
    background: var(--ph-accent-soft);
    color: var(--ph-accent-text);
    font-size: 18px;
  }
  & > h2 {
    font-size: var(--ph-text-l);
    font-weight: 600;
  }
  & > p {
    max-width: 46ch;
    color: var(--ph-text-2);
    overflow-wrap: anywhere;
  }
  & > button,
  & > a {
    margin-top: 12px;
  }
`;
