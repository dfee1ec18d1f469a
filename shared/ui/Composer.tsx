import { useLayoutEffect, useRef } from "react";
import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from "react";
import { maxMessageCharacters } from "../domain/limits.ts";
import { partWords } from "../words/parts.ts";
import { Icon } from "./Icon.tsx";
import { sayTooLong } from "./sayTooLong.ts";
import { arrowUp, stop } from "./firstIconPaths.ts";
import { css } from "./style/css.ts";

export interface ComposerProps {
  value: string;
  onChange(value: string): void;
  /** Enter or the button; the text is trimmed, and empty only where `canBeEmpty`. The owner empties `value`. */
  onSend(text: string): void;
  /** Something else goes along, so that no text is needed. */
  canBeEmpty?: boolean;
  /** It can't go out yet: a file is still on its way. */
  isHeld?: boolean;
  /** An answer is being written: the button stops it. Typing continues, sending waits. */
  isAnswering?: boolean;
  onStop?(): void;
  isDisabled?: boolean;
  placeholder?: string;
  /** Its name for a screen reader, "Message" if left out. */
  label?: string;
  /** Stands above the field, inside the same frame. */
  above?: ReactNode;
  /** A control before the field. */
  lead?: ReactNode;
  /** Further controls before the button. */
  tools?: ReactNode;
  /** What the button does, where it is not sending. */
  sendLabel?: string;
  sendIcon?: string;
  onPaste?(event: ClipboardEvent<HTMLTextAreaElement>): void;
  /** Keys before the composer takes them; a prevented one is left alone. */
  onKeyDown?(event: KeyboardEvent<HTMLTextAreaElement>): void;
  onBlur?(): void;
  /** Gets the field, for those who move the focus into it. */
  field?: RefObject<HTMLTextAreaElement | null>;
  autoFocus?: boolean;
}

/**
 * Where a message is written. Enter sends and Shift+Enter begins a line; an Enter that ends an input method's
 * composition does neither. Grows with its text up to about six lines. What is too long stays whole, and waits.
 */
export function Composer(props: ComposerProps): ReactNode {
  const { value, onChange, onSend, isAnswering, onStop, isDisabled, placeholder, label, autoFocus } = props;
  const { canBeEmpty, isHeld, above, lead, tools, sendIcon = arrowUp, sendLabel = partWords.send } = props;
  const ownField = useRef<HTMLTextAreaElement>(null);
  const area = props.field ?? ownField;
  useGrowingHeight(area, value);
  const text = value.trim();
  const problem = sayTooLong(text, maxMessageCharacters);
  const canSend = (text !== "" || canBeEmpty) && !problem && !isHeld && !isDisabled && !isAnswering;
  const showsStop = isAnswering && onStop;
  const handleSend = (): void => {
    if (canSend) onSend(text);
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (isComposing(event)) return;
    props.onKeyDown?.(event);
    if (event.defaultPrevented || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    handleSend();
  };
  return (
    <form
      className={composer}
      onSubmit={(event) => {
        event.preventDefault();
        handleSend();
      }}
    >
      {above}
      {lead}
      <textarea
        ref={area}
        rows={1}
        // An empty field has no letters to go by: its placeholder stands as the language does.
        dir={value ? "auto" : undefined}
        value={value}
        placeholder={placeholder}
        aria-label={label ?? partWords.message}
        disabled={isDisabled}
        autoFocus={autoFocus}
        aria-invalid={problem ? true : undefined}
        {...{ enterKeyHint: "send" }}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKey}
        onPaste={props.onPaste}
        onBlur={props.onBlur}
      />
      {tools}
      {showsStop ? (
        <button key="stop" type="button" aria-label={partWords.stop} title={partWords.stop} onClick={onStop}>
          <Icon path={stop} isFilled />
        </button>
      ) : (
        <button key="send" type="submit" aria-label={sendLabel} title={sendLabel} disabled={!canSend}>
          <Icon path={sendIcon} />
        </button>
      )}
      {problem && (
        <p role="alert">
          {problem} {text.length} / {maxMessageCharacters}
        </p>
      )}
    </form>
  );
}

/** What React's event wraps and Preact's is. Safari ends a composition before its key, which has the old code 229. */
interface CompositionKey {
  keyCode: number;
  isComposing?: boolean;
  nativeEvent?: { isComposing: boolean };
}

function isComposing(event: CompositionKey): boolean {
  return event.isComposing || event.nativeEvent?.isComposing || event.keyCode === 229;
}

/** Browsers that know `field-sizing` do it themselves. */
function useGrowingHeight(area: { readonly current: HTMLTextAreaElement | null }, value: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || globalThis.CSS?.supports?.("field-sizing", "content")) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [area, value]);
}

const composer = css`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  min-width: 0;
  gap: 6px;
  padding: 5px;
  border: 1px solid var(--ph-line-strong);
  border-radius: min(var(--ph-radius-l), 24px);
  background: var(--ph-surface);
  transition: border-color var(--ph-fast);
  &:focus-within {
    border-color: var(--ph-focus);
    box-shadow: 0 0 0 1px var(--ph-focus);
  }
  & > textarea {
    flex: 1;
    min-width: 0;
    min-height: 36px;
    max-height: 148px;
    padding-block: 7px;
    padding-inline: 10px 6px;
    border: 0;
    outline: 0;
    background: none;
    resize: none;
    field-sizing: content;
    line-height: 1.45;
    font-size: var(--ph-text-m);
    scrollbar-width: thin;
  }
  & > textarea::placeholder {
    color: var(--ph-text-3);
    opacity: 1;
  }
  & > button {
    display: grid;
    place-items: center;
    flex: none;
    width: 36px;
    height: 36px;
    padding: 0;
    border: 1px solid transparent;
    border-radius: min(var(--ph-radius-l) - 5px, 19px);
    background: var(--ph-accent);
    color: var(--ph-on-accent);
    cursor: pointer;
    transition: background-color var(--ph-fast);
  }
  & > button:hover:not(:disabled) {
    background: var(--ph-accent-hover);
  }
  & > button:disabled {
    background: var(--ph-sunken);
    color: var(--ph-text-3);
    cursor: default;
  }
  & > [role="alert"] {
    flex: 1 0 100%;
    padding: 0 10px 4px;
    font-size: var(--ph-text-s);
    color: var(--ph-danger-text);
  }
  @media (forced-colors: active) {
    &:focus-within {
      outline: 2px solid Highlight;
    }
  }
  @media (pointer: coarse) {
    & > textarea {
      min-height: 44px;
      padding-block: 11px;
      font-size: 16px;
    }
    & > button {
      width: 44px;
      height: 44px;
    }
  }
`;
