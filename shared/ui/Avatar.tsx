import type { CSSProperties, ReactNode } from "react";
import { initialsOf } from "../format/initials.ts";
import { partWords } from "../words/parts.ts";
import { Icon } from "./Icon.tsx";
import { css } from "./style/css.ts";

export interface AvatarProps {
  name: string;
  /** Of our own site only; the caller has checked it. */
  image?: string;
  /** In px. */
  size?: number;
}

/** A picture, or "initials from the first two words of the name, or Anonymous" (specification 2). */
export function Avatar({ name, image, size = 32 }: AvatarProps): ReactNode {
  const initials = initialsOf(name);
  const shown = initials ? name : partWords.anonymous;
  // Cast: a custom property is fine in a style object, only its type doesn't know.
  const style = { width: size, height: size, fontSize: size * 0.4, "--hue": hueOf(name) } as CSSProperties;
  return (
    <span className={avatar} style={style} role="img" aria-label={shown} title={shown}>
      {image ? <img src={image} alt="" /> : (initials ?? <Icon path={person} size={1.5} />)}
    </span>
  );
}

/** Not among iconPaths.ts: the console's first picture has avatars and none of the others. */
const person = "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20c.9-3.2 3.8-5 7.5-5s6.6 1.8 7.5 5";

/** The same name has the same color everywhere. */
function hueOf(name: string): number {
  let sum = 7;
  for (let i = 0; i < name.length; i++) sum = (sum * 31 + name.charCodeAt(i)) % 360;
  return sum;
}

const avatar = css`
  display: inline-grid;
  place-items: center;
  flex: none;
  overflow: hidden;
  border-radius: 50%;
  background: hsl(var(--hue) var(--ph-avatar));
  color: hsl(var(--hue) var(--ph-avatar-text));
  font-weight: 600;
  letter-spacing: 0.01em;
  user-select: none;
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;
