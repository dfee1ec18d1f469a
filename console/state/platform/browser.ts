/** The way out of this page by a full reload; a value, so that tests can put their own in its place. */
export const browser = {
  go(path: string): void {
    location.assign(path);
  },
  reload(): void {
    location.reload();
  },
  /** In a tab of its own, which learns nothing of this one. */
  open(path: string): void {
    open(path, "_blank", "noopener");
  },
};
