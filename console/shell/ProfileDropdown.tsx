import { Suspense, useId, useRef } from "react";
import type { ComponentType, ReactNode } from "react";
import { css } from "../../shared/ui/style/css.ts";
import { FallbackBoundary } from "../parts/FallbackBoundary.tsx";
import type { ProfileListProps } from "./ProfileList.tsx";

interface ProfileDropdownProps extends Omit<ProfileListProps, "onChoose"> {
  /** The avatar, with the name of the menu for a screen reader. */
  face: ReactNode;
  list: ComponentType<ProfileListProps>;
}

/** The profile menu under the avatar: the platform's popover, so Escape and a click elsewhere close it. */
export function ProfileDropdown({ face, list: ProfileList, ...rest }: ProfileDropdownProps): ReactNode {
  const id = useId();
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" className={button} popoverTarget={id}>
        {face}
      </button>
      <div ref={popover} id={id} popover="auto" className={panel}>
        <FallbackBoundary resetOn="">
          <Suspense fallback={null}>
            <ProfileList {...rest} onChoose={() => popover.current?.hidePopover?.()} />
          </Suspense>
        </FallbackBoundary>
      </div>
    </>
  );
}

const button = css`
  display: flex;
  align-items: center;
  gap: 8px;
  flex: none;
  min-height: 40px;
  padding: 0 5px;
  border: 0;
  border-radius: 20px;
  background: none;
  cursor: pointer;
  &:hover {
    background: var(--ph-hover);
  }
`;
const panel = css`
  inset: 62px 20px auto auto;
  width: 272px;
  margin: 0;
  padding: 6px;
  border: 1px solid var(--ph-line);
  border-radius: var(--ph-radius);
  background: var(--ph-raised);
  color: var(--ph-text);
  box-shadow: var(--ph-shadow-2);
`;
