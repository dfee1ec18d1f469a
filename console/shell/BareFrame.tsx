import type { ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import { Logo } from "../parts/Logo.tsx";
import { paths } from "../state/shell/paths.ts";
import { ConnectionBanner } from "./ConnectionBanner.tsx";
import type { FrameProps } from "./frame.ts";
import { mainId } from "./frame.ts";

/** The page without the console bar: signing in, choosing and setting up an organization. */
export function BareFrame({ children }: FrameProps): ReactNode {
  return (
    <div className={frame}>
      <ConnectionBanner />
      <header>
        <Logo isRedirecting to={paths.chooseCompany} label="start" />
      </header>
      <main id={mainId} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

const frame = css`
  display: flex;
  flex-direction: column;
  min-height: 100dvh;
  background:
    radial-gradient(60rem 32rem at 50% -12rem, var(--ph-accent-soft), transparent 70%), var(--ph-canvas);
  & > header {
    padding: 24px 28px;
  }
  & > main {
    flex: 1;
    display: grid;
    align-items: start;
    justify-items: center;
    padding: clamp(8px, 6vh, 72px) 16px 64px;
    outline: none;
  }
  @media (max-width: 480px) {
    & > header {
      padding: 16px;
    }
  }
`;
