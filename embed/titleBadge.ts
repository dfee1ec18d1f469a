export interface TitleBadge {
  update(): void;
  end(): void;
}

/** Counts in the title of a hidden page what is unread: `(2) Shop`. The page may set another title meanwhile. */
export function createTitleBadge(readUnread: () => number): TitleBadge {
  let shown = "";

  function update(): void {
    if (shown && document.title.startsWith(shown)) document.title = document.title.slice(shown.length);
    const unread = readUnread();
    shown = document.hidden && unread > 0 ? `(${unread}) ` : "";
    if (shown) document.title = shown + document.title;
  }

  document.addEventListener("visibilitychange", update);
  return {
    update,
    end() {
      document.removeEventListener("visibilitychange", update);
      if (shown && document.title.startsWith(shown)) document.title = document.title.slice(shown.length);
    },
  };
}
