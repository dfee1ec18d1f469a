import type { ReactNode } from "react";
import { css, cx } from "../../shared/ui/style/css.ts";

export interface PageProps {
  title: string;
  /** A sentence under the title. */
  subtitle?: ReactNode;
  /** Buttons at the end of the title's line. */
  actions?: ReactNode;
  /** Over the title: the way back. */
  above?: ReactNode;
  /** For forms: no wider than a line is read well. */
  isNarrow?: boolean;
  children: ReactNode;
}

/** The frame of every screen inside the console bar: one h1, what it is about, and its content. */
export function Page({ title, subtitle, actions, above, isNarrow, children }: PageProps): ReactNode {
  return (
    <div className={cx(page, isNarrow && narrow)}>
      <header className={head}>
        <div>
          {above}
          <h1>{title}</h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {actions && <div className={actionsStyle}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

const page = css`
  display: grid;
  gap: 24px;
  align-content: start;
  width: 100%;
  max-width: 1200px;
  margin-inline: auto;
  padding: 32px 32px 64px;
  @media (max-width: 768px) {
    padding: 20px 16px 48px;
    gap: 20px;
  }
`;
const narrow = css`
  max-width: 824px;
`;
const head = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-start;
  justify-content: space-between;
  gap: 12px 24px;
  & h1 {
    font-size: 1.375rem;
    font-weight: 620;
    line-height: 1.25;
    letter-spacing: -0.015em;
    overflow-wrap: anywhere;
  }
  & p {
    margin-top: 4px;
    max-width: 68ch;
    color: var(--ph-text-2);
  }
`;
const actionsStyle = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
`;
