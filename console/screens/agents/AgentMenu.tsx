import { Suspense } from "react";
import type { ReactNode } from "react";
import { css } from "../../../shared/ui/style/css.ts";
import { mayDo } from "../../state/accounts/organization.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { AgentActions } from "./overlays.ts";

/** The button behind which stands what can be done with a whole agent. It comes after the screen; its place is kept. */
export function AgentMenu({ name, place }: { name: string; place: AgentPlace }): ReactNode {
  if (!mayDo("agents.create") && !mayDo("agents.update")) return null;
  return (
    <Suspense fallback={<span className={kept} />}>
      <AgentActions name={name} place={place} />
    </Suspense>
  );
}

const kept = css`
  display: inline-block;
  width: 40px;
  height: 40px;
`;
