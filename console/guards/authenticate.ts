import { isAuthPath, paths } from "../state/shell/paths.ts";
import type { Decision } from "./guard.ts";

/** Where the authentication guard sends somebody (specification 4, Session). `search` goes along into redirectUrl. */
export function authenticate(
  { path, search = "" }: { path: string; search?: string },
  isUserLoggedIn: boolean,
): Decision {
  if (isUserLoggedIn) return isAuthPath(path) ? paths.chooseCompany : null;
  if (isAuthPath(path) || startsWith(path, "/try-for-free") || startsWith(path, "/accept-invite"))
    return null;
  if (startsWith(path, "/choose-app")) {
    return `${paths.login}?redirectUrl=${encodeURIComponent(path + search)}`;
  }
  return paths.login;
}

function startsWith(path: string, start: string): boolean {
  return path === start || path.startsWith(`${start}/`);
}
