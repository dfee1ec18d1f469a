import { toAddress } from "../../../shared/client/basePath.ts";

/** The way out of this page by a full reload; a value, so that tests can put their own in its place. */
export const browser = {
  go(path: string): void {
    location.assign(toAddress(path));
  },
  reload(): void {
    location.reload();
  },
  /** In a tab of its own, which learns nothing of this one. */
  open(path: string): void {
    open(toAddress(path), "_blank", "noopener");
  },
};
