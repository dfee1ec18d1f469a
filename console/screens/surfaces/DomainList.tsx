import { useState } from "react";
import type { FormEvent, ReactNode } from "react";
import { X } from "lucide-react";
import { Button } from "../../../shared/ui/Button.tsx";
import { TextField } from "../../../shared/ui/TextField.tsx";
import { css } from "../../../shared/ui/style/css.ts";
import { readDomain } from "./readDomain.ts";

interface DomainListProps {
  /** What they are, for the list's name. */
  label: string;
  addLabel: string;
  hint: string;
  domains: readonly string[];
  /** Gives whether it is done, so that the field is emptied. */
  onAdd: (domain: string) => boolean | Promise<boolean>;
  onRemove: (domain: string) => void;
  isBusy?: boolean;
  isReadOnly: boolean;
  error?: string;
}

/** Domains, each added as it is typed or pasted, and removed. */
export function DomainList(props: DomainListProps): ReactNode {
  const { label, addLabel, hint, domains, onAdd, onRemove, isBusy, isReadOnly, error } = props;
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const handleAdd = async (event: FormEvent) => {
    event.preventDefault();
    const domain = readDomain(typed);
    setProblem(domain ? undefined : "Write a domain like example.com or *.example.com.");
    if (domain && (await onAdd(domain))) setTyped("");
  };
  return (
    <>
      {domains.length > 0 && (
        <ul className={list} aria-label={label}>
          {domains.map((domain) => (
            <li key={domain}>
              <span>{domain}</span>
              {!isReadOnly && (
                <button
                  type="button"
                  aria-label={`Remove ${domain}`}
                  title={`Remove ${domain}`}
                  onClick={() => onRemove(domain)}
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
            label={addLabel}
            placeholder="example.com"
            hint={hint}
            maxLength={260}
            value={typed}
            onChange={(text) => {
              setTyped(text);
              setProblem(undefined);
            }}
            error={problem ?? error}
          />
          <Button type="submit" isBusy={isBusy} disabled={typed.trim() === ""}>
            Add
          </Button>
        </form>
      )}
    </>
  );
}

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
  & > li > span:only-child {
    padding-inline-end: 8px;
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
  @media (pointer: coarse) {
    & button {
      width: 44px;
      height: 44px;
    }
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
