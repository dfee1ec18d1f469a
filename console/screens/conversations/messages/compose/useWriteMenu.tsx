import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from "react";
import type { KeyboardEvent, ReactNode, RefObject } from "react";
import { WriteMenu } from "./WriteMenu.tsx";
import type { MenuOption } from "./WriteMenu.tsx";

/** What a sign opens while somebody writes. */
export interface MenuSource {
  sign: "@" | "/";
  /** The list's name for a screen reader. */
  label: string;
  /** Gives what fits what follows the sign, the best first; the menu is closed where nothing does. */
  find(typed: string): MenuOption[];
  /** Gives the text that comes in place of the sign and what follows it. */
  choose(id: string): string;
}

interface WriteMenuProps {
  value: string;
  onChange: (text: string) => void;
  sources: readonly MenuSource[];
}

interface WritingMenu {
  /** For the field below. */
  field: RefObject<HTMLTextAreaElement | null>;
  onKeyDown: (event: KeyboardEvent<HTMLTextAreaElement>) => void;
  onBlur: () => void;
  /** Stands before the field in a positioned frame. */
  menu: ReactNode;
}

interface Opened {
  source: MenuSource;
  /** Where the sign stands. */
  at: number;
  typed: string;
}

const longestTyped = 40;

/**
 * Opens a list where a sign is typed: the focus stays in the field, arrows move through the list, Enter and Tab choose,
 * Escape closes it. The field names the list and its current option as a combobox does; it stays a text field of several
 * lines, which may not be called one.
 */
export function useWriteMenu({ value, onChange, sources }: WriteMenuProps): WritingMenu {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState(-1);
  const [current, setCurrent] = useState(0);
  /** The sign whose list was closed. */
  const [closedAt, setClosedAt] = useState(-1);
  const nextCaret = useRef<number | null>(null);
  const opened = caret < 0 ? null : findSign(value.slice(0, caret), sources);
  const isClosed = opened === null || opened.at === closedAt;
  const options = isClosed ? [] : opened.source.find(opened.typed);
  const at = Math.min(current, options.length - 1);
  const isOpen = options.length > 0;

  const look = useEffectEvent(() => {
    const element = field.current;
    const isWriting = element !== null && document.activeElement === element;
    const place = isWriting && element.selectionStart === element.selectionEnd ? element.selectionStart : -1;
    if (place !== caret) setCurrent(0);
    setCaret(place);
  });
  useEffect(() => {
    look();
    // Another character, or none: the list may be opened there again.
    if (closedAt >= 0 && !/[@/]/.test(value.charAt(closedAt))) setClosedAt(-1);
  }, [value, closedAt]);
  useEffect(() => {
    const handleMove = () => look();
    document.addEventListener("selectionchange", handleMove);
    return () => document.removeEventListener("selectionchange", handleMove);
  }, []);
  useLayoutEffect(() => {
    if (nextCaret.current === null) return;
    field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  }, [value]);
  // The shared composer takes no attributes of its own.
  useLayoutEffect(() => {
    const element = field.current;
    if (!element || !isOpen) return;
    const attributes = {
      ...{ "aria-haspopup": "listbox", "aria-autocomplete": "list" },
      ...{ "aria-controls": id, "aria-activedescendant": `${id}-${at}` },
    };
    for (const [name, text] of Object.entries(attributes)) element.setAttribute(name, text);
    return () => Object.keys(attributes).forEach((name) => element.removeAttribute(name));
  }, [id, isOpen, at]);

  const choose = (option: MenuOption | undefined) => {
    if (!opened || !option) return;
    const text = opened.source.choose(option.id);
    nextCaret.current = opened.at + text.length;
    setClosedAt(opened.at);
    onChange(value.slice(0, opened.at) + text + value.slice(caret));
    field.current?.focus();
  };
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (!isOpen || !opened) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setCurrent((at + step + options.length) % options.length);
    else if ((event.key === "Enter" && !event.shiftKey) || event.key === "Tab") choose(options[at]);
    else if (event.key === "Escape") setClosedAt(opened.at);
    else return;
    event.preventDefault();
  };
  const menu = isOpen && opened && (
    <WriteMenu
      id={id}
      label={opened.source.label}
      options={options}
      current={at}
      onPoint={setCurrent}
      onChoose={choose}
    />
  );
  return { field, onKeyDown: handleKey, onBlur: () => setCaret(-1), menu };
}

/** The last sign before the caret with what was typed after it; one in the middle of a word is none. */
function findSign(before: string, sources: readonly MenuSource[]): Opened | null {
  for (const source of sources) {
    const at = before.lastIndexOf(source.sign);
    const typed = before.slice(at + 1);
    if (at < 0 || typed.length > longestTyped || typed.includes("\n")) continue;
    if (at === 0 || /[\s(]/.test(before.charAt(at - 1))) return { source, at, typed };
  }
  return null;
}
