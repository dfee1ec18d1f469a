import type { FieldProps } from "./Field.tsx";
import { sayTooLong } from "./sayTooLong.ts";

interface MeasuredText extends Pick<FieldProps, "aside" | "error"> {
  value: string;
  /** So many characters at most. What is too long stays and is told; `maxLength` would cut it. */
  limit?: number;
}

/** What a field says of how long its text is: the count once it comes near its limit, and that it is too long. */
export function measureText({
  value,
  limit,
  aside,
  error,
}: MeasuredText): Pick<FieldProps, "aside" | "error"> {
  if (limit === undefined) return { aside, error };
  const count = value.length >= limit * 0.8 && `${value.length} / ${limit}`;
  return { aside: aside ?? count, error: sayTooLong(value, limit) ?? error };
}
