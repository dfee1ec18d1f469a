/** More than this are many. */
const most = 99;
const counted = /^\(\d+\+?\) /;

/** Puts a number before the page's title, whatever that becomes, and a dot on its icon, until the function it gives is called. */
export function showUnread(count: number): () => void {
  if (count === 0) return () => {};
  const write = () => {
    const titled = `(${count > most ? `${most}+` : count}) ${plainTitle()}`;
    if (document.title !== titled) document.title = titled;
  };
  write();
  const title = document.querySelector("title");
  const observer = new MutationObserver(write);
  if (title) observer.observe(title, { childList: true });
  // The document has an icon of its own before it, which is a file.
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon][href^="data:"]');
  const plain = link?.href;
  if (link && plain) link.href = withDot(plain);
  return () => {
    observer.disconnect();
    document.title = plainTitle();
    if (link && plain) link.href = plain;
  };
}

function plainTitle(): string {
  return document.title.replace(counted, "");
}

/** Our own mark, an image in its address, gets a dot at its corner; any other icon stays. */
function withDot(icon: string): string {
  const dot = '<circle cx="18.5" cy="5.5" r="5.5" fill="#d92d20" stroke="#fff" stroke-width="1.5"/></svg>';
  return icon.replace(encodeURIComponent("</svg>"), encodeURIComponent(dot));
}
