import type { ReactNode } from "react";
import { useSnapshot } from "valtio";
import { Lock, UserRound, UsersRound } from "lucide-react";
import { Composer } from "../../../../../shared/ui/Composer.tsx";
import type { ComposerProps } from "../../../../../shared/ui/Composer.tsx";
import { css } from "../../../../../shared/ui/style/css.ts";
import type { Mentioned } from "../../../../../shared/contract/conversations/messages/notes.ts";
import { authentication } from "../../../../state/accounts/authentication.ts";
import { inboxFilters } from "../../../../state/conversations/inbox/inboxFilters.ts";
import { findMentions } from "./mentions.ts";
import { useWriteMenu } from "./useWriteMenu.tsx";
import type { MenuSource } from "./useWriteMenu.tsx";

type NoteComposerProps = Pick<ComposerProps, "value" | "onChange" | "isHeld" | "canBeEmpty" | "autoFocus"> &
  Pick<ComposerProps, "onKeyDown" | "onPaste" | "tools"> & {
    /** Files that go along, above the field. */
    files?: ReactNode;
    onSend: (content: string, mentions: Mentioned) => void;
    label: string;
    sendLabel: string;
  };

const nobody = { people: [], teams: [] };

/** The field for a note: another color than a reply's, with the word and the lock. `@` names members and teams. */
export function NoteComposer({ onSend, onKeyDown, files, ...props }: NoteComposerProps): ReactNode {
  const known = useSnapshot(inboxFilters).data ?? nobody;
  const me = useSnapshot(authentication).user?._id;
  const people = known.people.filter(({ id }) => id !== me);
  const source: MenuSource = {
    sign: "@",
    label: "Whom to name",
    find: (typed) => {
      const fits = ({ name }: { name: string }) => isBegun(name, typed);
      return [
        ...people.filter(fits).map(({ id, name, isOnline }) => ({
          ...{ id, label: name, icon: <UserRound size={16} aria-hidden /> },
          ...(isOnline && { hint: "online" }),
        })),
        ...known.teams.filter(fits).map(({ id, name }) => ({
          ...{ id, label: name, hint: "Team", icon: <UsersRound size={16} aria-hidden /> },
        })),
      ].slice(0, mostShown);
    },
    choose: (id) => {
      const chosen = [...people, ...known.teams].find((one) => one.id === id);
      return `@${chosen?.name ?? ""} `;
    },
  };
  const { value, onChange } = props;
  const writing = useWriteMenu({ value, onChange, sources: [source] });
  return (
    <div className={note}>
      {writing.menu}
      <Composer
        {...props}
        field={writing.field}
        onBlur={writing.onBlur}
        onKeyDown={(event) => {
          writing.onKeyDown(event);
          if (!event.defaultPrevented) onKeyDown?.(event);
        }}
        onSend={(content) => onSend(content, findMentions(content, { people, teams: known.teams }))}
        placeholder="Write to your team; @ mentions someone"
        above={
          <>
            <p>
              <Lock size={13} aria-hidden />
              <b>Private note</b> Only your team sees it.
            </p>
            {files}
          </>
        }
      />
    </div>
  );
}

const mostShown = 20;

/** Whether a word of the name begins with what was typed, or the whole name does. */
function isBegun(name: string, typed: string): boolean {
  const begun = typed.toLowerCase();
  const all = name.toLowerCase();
  return all.startsWith(begun) || all.split(/[\s-]+/).some((word) => word.startsWith(begun));
}

const note = css`
  position: relative;
  min-width: 0;
  & > form {
    border-style: dashed;
    border-color: var(--ph-warning-text);
    background: var(--ph-warning-soft);
  }
  & > form > p {
    display: flex;
    flex: 1 0 100%;
    align-items: center;
    gap: 6px;
    padding: 3px 10px 0;
    font-size: var(--ph-text-xs);
    color: var(--ph-warning-text);
  }
  & > form > button:not(:disabled) {
    background: var(--ph-warning-text);
    color: var(--ph-warning-soft);
  }
`;
