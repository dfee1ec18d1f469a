import { useEffect, useEffectEvent, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import { Search } from "lucide-react";
import { controlStyle } from "../../shared/ui/fieldStyle.ts";
import { css, cx } from "../../shared/ui/style/css.ts";

interface SearchFieldProps {
  label: string;
  /** What is in the empty field where the whole label has no room. */
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  /** Enter and Down lead on, to what was found. */
  onGoOn?: () => void;
  autoFocus?: boolean;
}

/** How long after the last keystroke the search begins. */
const settleMs = 250;

/** A search that asks a moment after the last letter, not at each. Escape empties it. */
export function SearchField(props: SearchFieldProps): ReactNode {
  const { label, placeholder = label, value, onChange, onGoOn, autoFocus } = props;
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => tell(typed), settleMs);
    return () => clearTimeout(timer);
  }, [typed, value]);
  const handleKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const isEmptied = event.key === "Escape" && typed !== "";
    const goesOn = onGoOn && (event.key === "Enter" || event.key === "ArrowDown");
    if (!isEmptied && !goesOn) return;
    event.preventDefault();
    if (goesOn) return onGoOn();
    setTyped("");
    onChange("");
  };
  return (
    <span className={frame}>
      <Search size={16} aria-hidden />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={typed}
        autoFocus={autoFocus}
        className={cx(controlStyle, input)}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
    </span>
  );
}

const frame = css`
  position: relative;
  display: block;
  flex: 0 1 280px;
  min-width: 180px;
  & > svg {
    position: absolute;
    inset-inline-start: 11px;
    top: 50%;
    translate: 0 -50%;
    color: var(--ph-text-3);
    pointer-events: none;
  }
`;
const input = css`
  min-height: 36px;
  padding: 5px 10px 5px 34px;
  text-overflow: ellipsis;
  /* The browser's own cross is blue, whatever the theme. */
  &::-webkit-search-cancel-button {
    filter: grayscale(1);
  }
`;
