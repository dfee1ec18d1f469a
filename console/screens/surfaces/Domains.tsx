import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { TriangleAlert, X } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { Card } from "../../parts/Card.tsx";
import { ErrorNotice } from "../../parts/ErrorNotice.tsx";
import { useAction } from "../../parts/useAction.ts";
import type { AgentPlace } from "../../state/paths.ts";
import { changeAtOnce } from "../../state/surface.ts";
import type { ShownSurface } from "../../state/surface.ts";
import { readDomain } from "./readDomain.ts";

interface DomainsProps {
  place: AgentPlace;
  surface: ShownSurface;
  isReadOnly: boolean;
}

/** The sites that may show the agent; each change counts at once. */
export function Domains({ place, surface, isReadOnly }: DomainsProps): ReactNode {
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const { allowedDomains } = surface;
  const add = useAction((domain: string) =>
    changeAtOnce(place, (before) => ({ allowedDomains: [...new Set([...before.allowedDomains, domain])] })),
  );
  const remove = useAction((domain: string) =>
    changeAtOnce(place, (before) => ({
      allowedDomains: before.allowedDomains.filter((one) => one !== domain),
    })),
  );
  const handleAdd = async (event: FormEvent) => {
    event.preventDefault();
    const domain = readDomain(typed);
    setProblem(domain ? undefined : "Write a domain like example.com or *.example.com.");
    if (domain && (await add.run(domain))) setTyped("");
  };
  const error = add.error ?? remove.error;
  return (
    <Card title="Allowed domains" subtitle="The sites that may show the agent. Changes count at once.">
      {allowedDomains.length === 0 ? (
        <p className={warning}>
          <TriangleAlert size={16} aria-hidden />
          Any site may show this agent. List yours so that nobody else spends your credits.
        </p>
      ) : (
        <ul className={list} aria-label="Allowed domains">
          {allowedDomains.map((domain) => (
            <li key={domain}>
              <span>{domain}</span>
              {!isReadOnly && (
                <button
                  type="button"
                  aria-label={`Remove ${domain}`}
                  title={`Remove ${domain}`}
                  onClick={() => void remove.run(domain)}
                >
                  <X size={14} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && (
        <form className={form} onSubmit={handleAdd} noValidate>
          <TextField
            label="Add a domain"
            placeholder="example.com"
            hint="*.example.com is every host below it. localhost is always allowed."
            maxLength={260}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setProblem(undefined);
            }}
            error={problem ?? add.error?.fields[0]?.message}
          />
          <Button type="submit" isBusy={add.isBusy} disabled={typed.trim() === ""}>
            Add
          </Button>
        </form>
      )}
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
const list = css`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    align-items: center;
    gap: 2px;
    min-width: 0;
    min-height: 32px;
    padding: 2px 4px 2px 12px;
    border: 1px solid var(--ph-line-2);
    border-radius: 99px;
    font-size: var(--ph-text-s);
    font-weight: 500;
    overflow-wrap: anywhere;
  }
  & button {
    display: grid;
    place-items: center;
    width: 26px;
    height: 26px;
    padding: 0;
    border: 0;
    border-radius: 50%;
    background: none;
    color: var(--ph-text-2);
    cursor: pointer;
  }
  & button:hover {
    background: var(--ph-hover);
    color: var(--ph-text);
  }
`;
const form = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: start;
  gap: 8px;
  & > button {
    margin-top: 26px;
  }
`;
