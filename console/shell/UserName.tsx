import type { ReactNode } from "react";
import { breakpoints, usernameMaxWidth } from "../../shared/domain/limits.ts";
import { css } from "../../shared/ui/style/css.ts";

/** The user's name beside the avatar: "username display max width 146px" (specification 9), on wide windows only. */
export function UserName({ name }: { name: string }): ReactNode {
  return (
    <span className={nameStyle} aria-hidden="true">
      {name}
    </span>
  );
}

const nameStyle = css`
  max-width: ${usernameMaxWidth}px;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  padding-inline-end: 6px;
  font-weight: 550;
  &:empty {
    display: none;
  }
  @media (max-width: ${breakpoints.laptop}px) {
    display: none;
  }
`;
