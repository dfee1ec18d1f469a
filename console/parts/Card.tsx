import { useId } from "react";
import type { ReactNode } from "react";
import { css, cx } from "../../shared/ui/style/css.ts";

export interface CardProps {
  title?: string;
  subtitle?: ReactNode;
  /** Before the title. */
  icon?: ReactNode;
  /** At the end of the title's line. */
  aside?: ReactNode;
  /** Its name where its heading stands elsewhere. */
  label?: string;
  /** So that an in-page link can lead here. */
  id?: string;
  children?: ReactNode;
  className?: string;
}

/** A part of a screen with its own heading. */
export function Card({ title, subtitle, icon, aside, label, id, children, className }: CardProps): ReactNode {
  const headingId = useId();
  return (
    <section
      id={id}
      className={cx(card, className)}
      aria-label={label}
      aria-labelledby={title ? headingId : undefined}
    >
      {title && (
        <header className={head}>
          {icon}
          <div className={words}>
            <h2 id={headingId}>{title}</h2>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}

const card = css`
  display: grid;
  gap: 20px;
  min-width: 0;
  padding: 20px 24px 24px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-surface);
  scroll-margin-top: 80px;
  @media (max-width: 480px) {
    padding: 16px;
  }
`;
const words = css`
  margin-inline-end: auto;
`;
const head = css`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: 16px;
  & h2 {
    font-size: 0.9375rem;
    font-weight: 600;
  }
  & p {
    margin-top: 2px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & > button,
  & > a {
    flex: none;
  }
`;
