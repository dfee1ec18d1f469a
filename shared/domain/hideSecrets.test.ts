import { describe, expect, it } from "vitest";
import { hiddenSecret, hideSecrets, hideSecretsOfUrl } from "./hideSecrets.ts";

describe("secrets in a text", () => {
  it.each([
    ["a key of OpenAI", "sk-proj-Ab3dEf6hIj9kLm2nOp5qRs8t"],
    ["a key of Anthropic", "sk-ant-api03-Ab3dEf6hIj9kLm2nOp5q"],
    ["a key of Stripe", `sk_${"live"}_51Hx9dEf6hIj9kLm2nOp5q`],
    ["a key of ours", "ph_9f8e7d6c5b4a39281706f5e4d3c2b1a0"],
    ["a token of GitHub", "ghp_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3d"],
    ["a token of GitLab", "glpat-Ab3dEf6hIj9kLm2nOp5q"],
    ["a token of Slack", `xox${"b"}-123456789012-Ab3dEf6hIj9k`],
    ["a key of AWS", "AKIAIOSFODNN7EXAMPLE"],
    ["a key of Google", "AIzaSyD-9tSrke72PouQMnMX-a7eZSW0jkFMBWY"],
    ["a webhook's secret", "whsec_Ab3dEf6hIj9kLm2nOp5qRs8t"],
    ["a signed token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"],
    ["hexadecimal", "3f786850e387550fdab836ed7e6dc881de23001b"],
    [
      "an address of Slack's that takes messages",
      `https://hooks.slack.com/services/T0AB/B0CD/Ab3dEf6hIj9kLm2nOp5q`,
    ],
    ["an address of Discord's", "https://discord.com/api/webhooks/123456789012345678/Ab3dEf6hIj9kLm2nOp5q"],
    ["an address of Teams'", "https://acme.webhook.office.com/webhookb2/3f78-6850/IncomingWebhook/ab12/cd34"],
    ["a key of age", "AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"],
    ["a random string", "wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY"],
  ])("go: %s", (_, secret) => {
    const { text, found } = hideSecrets(`Use ${secret} for it.`);
    expect(text).toBe(`Use ${hiddenSecret} for it.`);
    expect(found).toBe(1);
  });

  it.each([
    ["Password: Summer2026!", "Password: [removed]"],
    ["the api_key=abc123def456", "the api_key=[removed]"],
    ['"client_secret": "q1w2e3r4t5"', '"client_secret": "[removed]"'],
    ["X-Api-Key: 1234567890ab", "X-Api-Key: [removed]"],
    ["The password is hunter22.", "The password is [removed]"],
    ["Das Passwort lautet Sommer2026!", "Das Passwort lautet [removed]"],
    ["Kennwort: Sommer2026!", "Kennwort: [removed]"],
    ["Le mot de passe est ete2026!", "Le mot de passe est [removed]"],
    ["Contraseña: verano2026", "Contraseña: [removed]"],
    ["La contraseña es verano2026.", "La contraseña es [removed]"],
    ["Het wachtwoord is zomer2026!", "Het wachtwoord is [removed]"],
    ["A senha é verao2026!", "A senha é [removed]"],
    ["كلمة المرور: sayf2026", "كلمة المرور: [removed]"],
    ["Authorization: Bearer abc123def456ghi", "Authorization: Bearer [removed]"],
    ["postgres://app:s3cretpw@db.internal/app", "postgres://[removed]@db.internal/app"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nEnd", "[removed]\nEnd"],
  ])("go by what stands before them: %s", (text, cleaned) => {
    expect(hideSecrets(text).text).toBe(cleaned);
  });

  it.each([
    "To reset your password, open Account settings and choose *Change password*.",
    "Your password: at least 12 characters, with a digit.",
    "Das Passwort ist mindestens 12 Zeichen lang, Kennwort: siehe oben.",
    "Le mot de passe est obligatoire, et la contraseña es personal.",
    "See https://hooks.slack.com/services and https://discord.com/api/webhooks for the steps.",
    "Enter the token that we sent you by e-mail.",
    "The secret is patience and good butter.",
    "Write to support@example.com or call +44 20 7946 0990.",
    "Order ORD-2026-000123 left on 2026-11-21 at 14:00.",
    "See https://example.com/help/how-to-return-an-item-in-2026?lang=en#returns for the steps.",
    "Bearer shares and basic conditions apply to everybody.",
    "01m000000000000000000000aa is an id.",
    "Donaudampfschifffahrtsgesellschaftskapitän ist ein langes Wort.",
  ])("are not seen where there are none: %s", (text) => {
    expect(hideSecrets(text)).toEqual({ text, found: 0 });
  });

  // A pattern that looked back too far would take minutes here.
  it("are looked for in a long text too", () => {
    const text = "password token key secret ".repeat(20_000) + "a-".repeat(50_000);
    expect(hideSecrets(text).found).toBe(0);
  });
});

describe("secrets in an address", () => {
  it.each([
    ["https://user:pass@example.com/a", "https://example.com/a"],
    ["https://token@example.com/", "https://example.com/"],
    ["https://example.com/feed?lang=en&api_key=abc&page=2", "https://example.com/feed?lang=en&page=2"],
    ["https://example.com/f?x-amz-signature=1", "https://example.com/f"],
    ["https://example.com/a?next=sk-proj-Ab3dEf6hIj9kLm2nOp5q", "https://example.com/a"],
  ])("go: %s", (address, cleaned) => {
    expect(hideSecretsOfUrl(address)).toMatchObject({ text: cleaned });
  });

  it("are not seen in one that has none, which stays as it was written", () => {
    const address = "https://example.com/How%20to/?q=return+an+item&size=10#top";
    expect(hideSecretsOfUrl(address)).toEqual({ text: address, found: 0 });
  });
});
