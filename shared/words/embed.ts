/** What the launcher says on a stranger's page. The server sends these words in the visitor's language with the surface. */
export const launcherWords = {
  open: "Open chat",
  openUnread: "Open chat, {count} unread",
  close: "Close chat",
  title: "Chat with {name}",
  waiting: "No connection at the moment. The chat opens as soon as there is one.",
};
export type LauncherWords = typeof launcherWords;
