import type { ReactNode } from "react";
import { Avatar } from "../../../shared/ui/Avatar.tsx";
import { Badge } from "../../../shared/ui/Badge.tsx";
import { css } from "../../../shared/ui/style/css.ts";

interface PersonNameProps {
  name: string;
  /** Below the name; where there is no name it stands alone. */
  email: string;
  isSelf?: boolean;
}

/** A person in a list: avatar, name and address. */
export function PersonName({ name, email, isSelf }: PersonNameProps): ReactNode {
  return (
    <span className={frame}>
      <Avatar name={name || email} size={36} />
      <span>
        <strong>
          {name || email} {isSelf && <Badge>You</Badge>}
        </strong>
        {name && <span>{email}</span>}
      </span>
    </span>
  );
}

const frame = css`
  display: flex;
  align-items: center;
  gap: 12px;
  min-width: 0;
  & > span:last-child {
    display: grid;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & strong {
    font-weight: 600;
  }
  & > span:last-child > span {
    font-size: var(--ph-text-s);
    color: var(--ph-text-2);
  }
`;
