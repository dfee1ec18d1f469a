import { useState } from "react";
import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Check } from "lucide-react";
import { Badge } from "../../shared/ui/Badge.tsx";
import { Dialog } from "../../shared/ui/Dialog.tsx";
import { Spinner } from "../../shared/ui/Spinner.tsx";
import { css } from "../../shared/ui/style/css.ts";
import { showToast } from "../../shared/ui/toasts.ts";
import { serverMessage } from "../parts/serverMessage.ts";
import { organization, switchAccount } from "../state/accounts/organization.ts";

/** The organization's accounts; choosing one fetches a token, keeps the choice and reloads the page. */
export function ChangeAccountDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { orgAccounts, account: current } = useSnapshot(organization);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const choose = async (account: (typeof orgAccounts)[number]) => {
    if (chosenId) return;
    setChosenId(account._id);
    try {
      await switchAccount(account);
    } catch (thrown) {
      setChosenId(null);
      showToast(serverMessage(thrown), "danger");
    }
  };
  return (
    <Dialog title="Change Account" onClose={onClose} closesOnOutsideClick width={480}>
      <ul className={list}>
        {orgAccounts.map((account) => {
          const isCurrent = account._id === current?._id;
          return (
            <li key={account._id}>
              <button
                type="button"
                aria-current={isCurrent ? "true" : undefined}
                onClick={() => void choose(account)}
              >
                <span>
                  <strong>{account.acc_name}</strong>
                  {account.acc_desc}
                </span>
                {account.type === "default" && <Badge>Default</Badge>}
                <span className={mark}>
                  {chosenId === account._id ? (
                    <Spinner label="Changing" />
                  ) : (
                    isCurrent && <Check size={18} aria-label="In use" />
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

const list = css`
  display: grid;
  gap: 8px;
  margin: 0;
  padding: 0;
  list-style: none;
  & button {
    display: flex;
    align-items: center;
    gap: 12px;
    width: 100%;
    min-height: 60px;
    padding: 10px 14px;
    border: 1px solid var(--ph-line);
    border-radius: var(--ph-radius-s);
    background: var(--ph-surface);
    color: var(--ph-text-2);
    text-align: start;
    cursor: pointer;
  }
  & button:hover {
    border-color: var(--ph-accent-text);
    background: var(--ph-hover);
  }
  & button[aria-current] {
    border-color: var(--ph-accent-text);
  }
  & button > span:first-child {
    display: grid;
    flex: 1;
    min-width: 0;
    font-size: var(--ph-text-s);
    overflow-wrap: anywhere;
  }
  & strong {
    color: var(--ph-text);
    font-size: var(--ph-text-m);
    font-weight: 550;
  }
`;
const mark = css`
  display: inline-grid;
  place-items: center;
  width: 20px;
  color: var(--ph-accent-text);
`;
