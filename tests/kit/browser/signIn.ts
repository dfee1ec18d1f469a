import type { BrowserContext } from "playwright";
import { loginWithPassword } from "../../../shared/contract/accounts/signIn.ts";
import { createTestClient } from "../client.ts";
import { readCookie } from "../factories.ts";

interface SignIn {
  /** Where the browser reaches the server. */
  url: string;
  email?: string;
  password?: string;
  headers?: Record<string, string>;
}

/** Signs a browser in, the owner of a bench's organization if nobody else is named. The screen for it has journeys of its own. */
export async function signIn(
  context: BrowserContext,
  { url, email = "bench@example.com", password = "long enough", headers = {} }: SignIn,
): Promise<void> {
  const send = (request: Request) => fetch(request);
  const anyone = createTestClient({ send, origin: url, now: Date.now }, { address: "" });
  const answer = await anyone.send(loginWithPassword, { body: { email, password }, headers });
  await takeCookies(context, { cookie: readCookie(answer), url });
}

/** Gives a browser the cookies of somebody who signed in, which are for secure origins. */
export async function takeCookies(
  context: BrowserContext,
  { cookie, url }: { cookie: string; url: string },
): Promise<void> {
  const origin = new URL(url).origin.replace("http:", "https:");
  const cookies = cookie.split("; ").map((one) => one.split("="));
  await context.addCookies(cookies.map(([name = "", value = ""]) => ({ name, value, url: origin })));
}
