import type { ReactNode } from "react";

/** A fact of several parts, one under the other; none where there are none. */
export function ListedFact({ name, parts }: { name: string; parts: readonly string[] }): ReactNode {
  if (parts.length === 0) return null;
  return (
    <>
      <dt>{name}</dt>
      {parts.map((part) => (
        <dd key={part}>{part}</dd>
      ))}
    </>
  );
}
