import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { addressOf } from "../../../../shared/domain/contactFields.ts";
import { toRequestError } from "../../../../shared/client/requestError.ts";
import type { RequestError } from "../../../../shared/client/requestError.ts";
import { undoDays } from "../../../../shared/domain/contacts.ts";
import type { Contact } from "../../../../shared/contract/conversations/contacts/contacts.ts";
import { Avatar } from "../../../../shared/ui/Avatar.tsx";
import { Button } from "../../../../shared/ui/Button.tsx";
import { Dialog } from "../../../../shared/ui/Dialog.tsx";
import { css } from "../../../../shared/ui/style/css.ts";
import { showToast } from "../../../../shared/ui/toasts.ts";
import { describeCount } from "../../../parts/describeNumber.ts";
import { ErrorNotice } from "../../../parts/ErrorNotice.tsx";
import { SearchField } from "../../../parts/SearchField.tsx";
import { useAction } from "../../../parts/useAction.ts";
import { findContacts, mergeInto } from "../../../state/conversations/contacts/contacts.ts";
import type { ContactDialogProps } from "./contactDialogProps.ts";

/** Chooses with whom a person is one and the same. */
export function MergeContact({ place, contact, onClose }: ContactDialogProps): ReactNode {
  const [search, setSearch] = useState("");
  const { found, error } = useFound(place, { search, but: contact.id });
  const [chosen, setChosen] = useState<string | null>(null);
  const other = found?.find(({ id }) => id === chosen);
  const merging = useAction(async (id: string) => {
    await mergeInto(place, id);
    showToast("Visitors merged");
  });
  const merge = async () => {
    if (other && (await merging.run(other.id))) onClose();
  };
  return (
    <Dialog
      title={`Merge another visitor into ${contact.name}`}
      width={480}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={!other} isBusy={merging.isBusy} onClick={merge}>
            Merge
          </Button>
        </>
      }
    >
      <div className={body}>
        <p>
          Moves their conversations, notes, attributes and IDs to this visitor. Both can keep writing. Values
          your site signed win, then this profile’s; differences become a note. You can undo it for {undoDays}{" "}
          days.
        </p>
        <SearchField
          label="Search by name, e-mail, phone or attribute"
          value={search}
          onChange={setSearch}
          autoFocus
        />
        <ul aria-label="Visitors found">
          {found?.map(({ id, name, conversations, ...texts }) => (
            <li key={id}>
              <label>
                <input type="radio" name="other" checked={id === chosen} onChange={() => setChosen(id)} />
                <Avatar name={name} size={28} />
                <span>
                  <bdi>{name}</bdi>
                  <small>
                    {addressOf(texts) ?? "No e-mail address"} · {describeCount(conversations, "conversation")}
                  </small>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {found?.length === 0 && <p>{search ? "No results." : "There is no other visitor yet."}</p>}
        {(merging.error ?? error) && <ErrorNotice error={(merging.error ?? error) as RequestError} />}
      </div>
    </Dialog>
  );
}

interface Wanted {
  search: string;
  /** This one is left out. */
  but: string;
}

function useFound({ orgId, agentId }: ContactDialogProps["place"], { search, but }: Wanted) {
  const [found, setFound] = useState<Contact[] | null>(null);
  const [error, setError] = useState<RequestError | null>(null);
  useEffect(() => {
    let isCurrent = true;
    setError(null);
    findContacts({ orgId, agentId }, search).then(
      (items) => isCurrent && setFound(items.filter(({ id }) => id !== but)),
      (thrown: unknown) => isCurrent && setError(toRequestError(thrown)),
    );
    return () => {
      isCurrent = false;
    };
  }, [orgId, agentId, search, but]);
  return { found, error };
}

const body = css`
  display: grid;
  gap: 14px;
  & > p {
    color: var(--ph-text-2);
  }
  & ul {
    max-height: 300px;
    margin: 0;
    padding: 0;
    overflow-y: auto;
    list-style: none;
  }
  & label {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 48px;
    cursor: pointer;
  }
  & label > span {
    display: grid;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & input[type="radio"] {
    flex: none;
    width: 16px;
    height: 16px;
    margin: 0;
    accent-color: var(--ph-accent);
  }
  & small {
    color: var(--ph-text-2);
  }
`;
