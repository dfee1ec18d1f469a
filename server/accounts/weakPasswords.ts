/// <reference path="./commonPasswords.d.ts" />
import { brandName } from "../../shared/domain/product.ts";
import { AppError } from "../../shared/errors/errors.ts";

/** What people take most, with eight characters or more once digits and signs at the ends are left away or not. */
const common = new Set(
  (
    "password passwort passw0rd p@ssword p@ssw0rd password123 password1 qwertyui qwertyuiop qwerty123 qwertz123 qwerty12345 " +
    "asdfghjk asdfghjkl zxcvbnm1 1q2w3e4r 1q2w3e4r5t 1qaz2wsx qazwsxedc zaq12wsx q1w2e3r4 q1w2e3r4t5y6 abcdefgh abcd1234 " +
    "abc12345 a1b2c3d4 12345678 123456789 1234567890 12344321 11223344 123123123 987654321 0987654321 147258369 88888888 " +
    "11111111 00000000 12121212 69696969 iloveyou iloveyou1 sunshine princess football baseball basketball superman " +
    "batman123 spiderman dragon123 monkey123 shadow123 master123 michael1 jennifer jordan23 michelle computer internet " +
    "starwars whatever trustno1 welcome1 welcome123 letmein1 letmein123 admin123 admin1234 administrator root1234 " +
    "changeme changeme123 default1 test1234 testtest guest1234 secret123 liverpool chelsea1 arsenal1 manchester " +
    "barcelona corvette mercedes porsche911 cocacola chocolate butterfly cheese123 pokemon123 nintendo playstation " +
    "samsung1 google123 facebook instagram linkedin youtube1 spring2024 summer2024 autumn2024 winter2024 " +
    "hallo123 schatz123 geheim123 sommer2024 winter2023 bonjour1 motdepasse azertyuiop contraseña contrasena senha123 " +
    "qweasdzxc qwe123qwe asd123asd 123qweasd 1234qwer qwer1234 asdf1234 zxcv1234 q1w2e3r4t5 " +
    "lovelove blink182 slipknot metallica nirvana1 charlie1 ashley123 daniel123 thomas123 jessica1 andrew123 hunter22"
  ).split(" "),
);
const words =
  /^(password|passwort|passw0rd|p@ssw0rd|p@ssword|qwerty|qwertz|azerty|letmein|welcome|admin|iloveyou|changeme|secret|geheim|sommer|summer|winter|spring|autumn|herbst|hallo|hello|test|login|master|dragon|monkey)$/;

/** Whose password it will be. */
export interface Context {
  email: string;
  /** Names of the person and their organizations. */
  names: readonly string[];
}

/**
 * Refuses a password that guessers try first: the 50,000 most common of breached ones, runs of one sign, and names of the
 * product and of its owner.
 */
export async function refuseWeak(password: string, { email, names }: Context): Promise<void> {
  const text = password.normalize("NFKC").toLowerCase();
  const core = text.replace(/^[\W\d_]+|[\W\d_]+$/g, "");
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const context = [brandName, local, domain, domain.split(".")[0] ?? "", email, ...names]
    .map((name) => name.toLowerCase().replace(/\s+/g, ""))
    .filter((name) => name.length >= 3);
  const isWeak =
    common.has(text) ||
    (await isBreached(text)) ||
    words.test(core) ||
    /^(.{1,3})\1+$/.test(text) ||
    context.some((name) => name === core || name === text);
  if (!isWeak) return;
  const message = "This password is easy to guess. Use several unrelated words.";
  throw new AppError("invalid_input", { fields: [{ path: "body.password", message }] });
}

/** Loaded with the first password that is chosen: a start needs none of it. */
async function isBreached(text: string): Promise<boolean> {
  const { default: list } = await import("fxa-common-password-list");
  return list.test(text);
}
