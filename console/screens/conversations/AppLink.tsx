import type { ReactNode } from "react";
import { Smartphone } from "lucide-react";
import { standalonePath } from "../../../shared/domain/standalone.ts";
import { css } from "../../../shared/ui/style/css.ts";
import type { AgentPlace } from "../../state/paths.ts";

/** The way to the inbox without the console bar, which can be installed; not from there itself. */
export default function AppLink({ place }: { place: AgentPlace }): ReactNode {
  if (!location.pathname.startsWith("/accounts/")) return null;
  return (
    // A page of its own: what is installed begins there, with its own head and worker.
    <a
      href={standalonePath(place)}
      className={link}
      aria-label="Open as an app"
      title="Open as an app, to install on this device or a phone"
    >
      <Smartphone size={17} aria-hidden />
    </a>
  );
}

const link = css`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  border-radius: var(--ph-radius-s);
  color: var(--ph-text-2);
  &:hover {
    background: var(--ph-hover);
  }
  @media (pointer: coarse) {
    width: 44px;
    height: 44px;
  }
`;
