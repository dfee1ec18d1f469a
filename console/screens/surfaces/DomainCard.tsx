import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { ExternalLink, TriangleAlert } from "lucide-react";
import type { DnsFinding } from "../../../shared/contract/surfaces/surfaces.ts";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { Button, buttonClass } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ConfirmDialog } from "../../parts/ConfirmDialog.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { findFieldError } from "../../parts/fieldErrors.ts";
import { useAction } from "../../parts/useAction.ts";
import { checkHostedDomain, nameHostedDomain } from "../../state/surfaces/hostedWeb.ts";
import type { ShownHostedPage } from "../../state/surfaces/hostedWeb.ts";
import type { AgentPlace } from "../../state/shell/paths.ts";
import { DomainRecords } from "./DomainRecords.tsx";
import { readDomain } from "./readDomain.ts";

interface DomainCardProps {
  place: AgentPlace;
  domain: ShownHostedPage["domain"];
  isReadOnly: boolean;
}

/** The page at a domain of the team's own: named, then proved by its records, then open. */
export function DomainCard({ place, domain, isReadOnly }: DomainCardProps): ReactNode {
  if (domain) return <NamedDomain key={domain.name} place={place} domain={domain} isReadOnly={isReadOnly} />;
  return isReadOnly ? null : <DomainForm place={place} />;
}

function DomainForm({ place }: { place: AgentPlace }): ReactNode {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const naming = useAction((name: string) => nameHostedDomain(place, name));
  const fieldError = problem ?? findFieldError(naming.error, "name");
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const name = readDomain(typed);
    setProblem(name ? undefined : "Write a domain such as chat.example.com.");
    if (name) void naming.run(name);
  };
  return (
    <Card title="Custom domain" subtitle="Serves the page at a domain of yours.">
      <form className={form} onSubmit={handleSubmit} noValidate>
        <TextField
          label="Domain"
          placeholder="chat.example.com"
          maxLength={253}
          value={typed}
          onChange={setTyped}
          error={fieldError}
        />
        <Button type="submit" isBusy={naming.isBusy}>
          Use this domain
        </Button>
      </form>
      {naming.error && !fieldError && <ErrorNotice title="The domain was not added." error={naming.error} />}
    </Card>
  );
}

interface NamedDomainProps extends DomainCardProps {
  domain: NonNullable<ShownHostedPage["domain"]>;
}

function NamedDomain({ place, domain, isReadOnly }: NamedDomainProps): ReactNode {
  const { name, validatedAt, records } = domain;
  const [findings, setFindings] = useState<DnsFinding[]>([]);
  const [isGivingUp, setIsGivingUp] = useState(false);
  const checking = useAction(async () => setFindings(await checkHostedDomain(place)));
  const isOpen = validatedAt !== null;
  return (
    <Card
      title="Custom domain"
      subtitle={
        isOpen
          ? `The page is live at ${name}. Your proxy needs a certificate for it.`
          : `Set both DNS records for ${name}, then check them.`
      }
      className={narrow}
      aside={
        <Badge tone={isOpen ? "success" : "warning"} hasDot>
          {isOpen ? "Verified" : "Not verified yet"}
        </Badge>
      }
    >
      {isUnreachable(location.hostname) && (
        <p className={warning}>
          <TriangleAlert size={16} aria-hidden />
          You opened this server at {location.hostname}. No DNS record can point there. Set PUBLIC_URL to its
          public name, and open the console there.
        </p>
      )}
      <DomainRecords records={records} findings={findings} />
      {checking.error && <ErrorNotice title="The records were not checked." error={checking.error} />}
      <div className={actions}>
        {!isReadOnly && (
          <Button
            kind={isOpen ? "secondary" : "primary"}
            isBusy={checking.isBusy}
            onClick={() => void checking.run()}
          >
            Check records
          </Button>
        )}
        {isOpen && (
          <a className={buttonClass("secondary")} href={`//${name}/`} target="_blank" rel="noopener">
            <ExternalLink size={15} aria-hidden />
            Open {name}
          </a>
        )}
        {!isReadOnly && (
          <Button kind="quiet" onClick={() => setIsGivingUp(true)}>
            Remove domain
          </Button>
        )}
      </div>
      {isGivingUp && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirmLabel="Remove domain"
          onConfirm={() => nameHostedDomain(place, null)}
          onClose={() => setIsGivingUp(false)}
        >
          The page stops working there. Its address on this server stays. To use the domain again, verify it
          with a new record.
        </ConfirmDialog>
      )}
    </Card>
  );
}

/** A machine of one's own, and addresses: what a record can't name for others. */
function isUnreachable(host: string): boolean {
  return !/\.[a-z][a-z0-9-]*$/i.test(host) || /\.(localhost|local)$/i.test(host);
}

const form = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: start;
  gap: 12px;
  & > button {
    margin-top: 26px;
  }
  @media (max-width: 480px) {
    grid-template-columns: minmax(0, 1fr);
    & > button {
      margin-top: 0;
    }
  }
`;
/** A long name breaks instead of widening the card. */
const narrow = css`
  grid-template-columns: minmax(0, 1fr);
  & header p,
  & a {
    overflow-wrap: anywhere;
    white-space: normal;
  }
`;
const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;
const warning = css`
  display: flex;
  gap: 10px;
  padding: 10px 12px;
  border-radius: var(--ph-radius-s);
  background: var(--ph-warning-soft);
  font-size: var(--ph-text-s);
  & > svg {
    flex: none;
    margin-top: 2px;
    color: var(--ph-warning-text);
  }
`;
