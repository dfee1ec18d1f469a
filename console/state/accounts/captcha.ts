import { solveChallenge } from "altcha-lib";
import { getChallenge } from "../../../shared/contract/accounts/captcha.ts";
import type { Challenge } from "../../../shared/contract/accounts/captcha.ts";
import type { Client } from "../../../shared/client/client.ts";
import { deriveKey } from "./deriveKey.ts";

/**
 * Gives the captcha's header: a new challenge with its solution, found in the background while the button is busy. It
 * needs no interaction.
 */
export async function solveCaptcha(client: Client): Promise<string> {
  return proveWork(await client.call(getChallenge));
}

/** Solves a challenge. The page stays alive: the platform derives keys on threads of its own. */
export async function proveWork(challenge: Challenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error("Your browser took too long to prove its work. Please try again.");
  const { counter, derivedKey } = solution;
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}
