import type { ReactNode } from "react";
import { TriangleAlert } from "lucide-react";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { changeAtOnce } from "../../state/surfaces/surface.ts";
import type { ShownSurface } from "../../state/surfaces/surface.ts";
import { DomainList } from "./DomainList.tsx";
import { SwitchRow } from "./SwitchRow.tsx";

interface DomainsCardProps {
  place: AgentPlace;
  surface: ShownSurface;
  isReadOnly: boolean;
}

/** The sites that may show the agent; each change takes effect immediately. */
export function DomainsCard({ place, surface, isReadOnly }: DomainsCardProps): ReactNode {
  const { allowedDomains, allowsNullOrigin } = surface;
  const add = useAction((domain: string) =>
    changeAtOnce(place, (before) => ({ allowedDomains: [...new Set([...before.allowedDomains, domain])] })),
  );
  const remove = useAction((domain: string) =>
    changeAtOnce(place, (before) => ({
      allowedDomains: before.allowedDomains.filter((one) => one !== domain),
    })),
  );
  const allowNull = useAction((isAllowed: boolean) =>
    changeAtOnce(place, () => ({ allowsNullOrigin: isAllowed })),
  );
  const error = add.error ?? remove.error ?? allowNull.error;
  return (
    <Card title="Allowed domains" subtitle="The sites that may show the agent. Takes effect immediately.">
      {allowedDomains.length === 0 && (
        <p className={warning}>
          <TriangleAlert size={16} aria-hidden />
          Any site may show this agent. List yours so that nobody else spends your credits.
        </p>
      )}
      <DomainList
        label="Allowed domains"
        addLabel="Add a domain"
        hint="*.example.com is every host below it. localhost is always allowed."
        domains={allowedDomains}
        onAdd={(domain) => add.run(domain)}
        onRemove={(domain) => void remove.run(domain)}
        isBusy={add.isBusy}
        isReadOnly={isReadOnly}
        error={add.error?.fields[0]?.message}
      />
      <SwitchRow
        label="Pages without an origin"
        isOn={allowsNullOrigin}
        onChange={(isAllowed) => void allowNull.run(isAllowed)}
        isDisabled={isReadOnly}
      >
        WebViews in apps, sandboxed frames and files have no origin to check. Allow them only if you need
        them: anyone can make such a page.
      </SwitchRow>
      {error && error.fields.length === 0 && (
        <ErrorNotice title="The domains were not changed." error={error} />
      )}
    </Card>
  );
}

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
