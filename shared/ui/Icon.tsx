import type { ReactNode } from "react";

export interface IconProps {
  /** One of firstIconPaths.ts or iconPaths.ts. */
  path: string;
  /** In em, so that it follows the text beside it. */
  size?: number;
  isFilled?: boolean;
}

/** A line icon, drawn by its path; decoration only, so the control around it carries the name. */
export function Icon({ path, size = 1.25, isFilled }: IconProps): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      width={`${size}em`}
      height={`${size}em`}
      fill={isFilled ? "currentColor" : "none"}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={path} />
    </svg>
  );
}
