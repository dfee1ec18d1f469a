import { useId } from "react";
import type { ReactNode } from "react";
import { TriangleAlert, UserCheck, Users } from "lucide-react";
import type { Snapshot } from "valtio";
import type { IdentitySettings } from "../../../shared/contract/surfaces/surfaces.ts";
import { css, cx } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { choiceCards } from "../../parts/choiceCards.ts";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import { setIdentityMode } from "../../state/surfaces/identity.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";

interface IdentityModeCardProps {
  place: AgentPlace;
  settings: Snapshot<IdentitySettings>;
  isReadOnly: boolean;
}

const modes = [
  {
    value: "optional",
    icon: Users,
    label: "Anyone can write",
    consequence:
      "Your site can identify visitors. Signed visitors are verified, and find their conversations on every device. Unsigned details are marked as unverified.",
  },
  {
    value: "required",
    icon: UserCheck,
    label: "Only signed-in users can write",
    consequence:
      "Other visitors can’t write and are asked to sign in on your site. The hosted page and plain iframes need a token in their address (#identity=JWT).",
  },
] as const;

/** Whether visitors must have a signed identity, and what that means for them. */
export function IdentityModeCard({ place, settings, isReadOnly }: IdentityModeCardProps): ReactNode {
  const name = useId();
  const changing = useAction((mode: IdentitySettings["mode"]) => setIdentityMode(place, mode));
  const isShutOut = settings.mode === "required" && settings.secrets.length === 0;
  return (
    <Card title="Visitor identity" subtitle="Takes effect immediately, without publishing.">
      <fieldset className={cx(choiceCards, list)} disabled={isReadOnly} aria-label="Visitors who can write">
        {modes.map(({ value, icon: ModeIcon, label, consequence }) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              aria-label={label}
              aria-describedby={`${name}-${value}`}
              checked={settings.mode === value}
              onChange={() => void changing.run(value)}
            />
            <ModeIcon size={18} aria-hidden />
            <span>
              <strong>{label}</strong>
              <span id={`${name}-${value}`}>{consequence}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {isShutOut && (
        <p className={warning} role="status">
          <TriangleAlert size={16} aria-hidden />
          There is no secret yet, so nobody can write now. Create one below and sign your users with it.
        </p>
      )}
      {changing.error && <ErrorNotice title="This was not changed." error={changing.error} />}
    </Card>
  );
}

const list = css`
  display: grid;
  gap: 8px;
  & label {
    display: flex;
    gap: 12px;
    padding: 12px 14px;
  }
  & label > svg {
    flex: none;
    margin-top: 1px;
    color: var(--ph-text-3);
  }
  & label > span {
    display: grid;
    gap: 2px;
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
  & strong {
    font-size: var(--ph-text-m);
    font-weight: 550;
    color: var(--ph-text);
  }
`;
const warning = css`
  display: flex;
  gap: 10px;
  padding: 10px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-warning-text);
  }
`;
