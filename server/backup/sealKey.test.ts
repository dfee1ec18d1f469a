import { expect, it } from "vitest";
import { openKey, sealKey } from "./sealKey.ts";

const [key, passphrase] = ["the key of an installation", "a passphrase of a backup"];

it.each([
  ["now", sealKey(key, passphrase)],
  [
    "by one lane of scrypt",
    "Bf3dGpx6YgC9KqNkGx9lUarnuPwBRKJ8uUssgGqNQ5TGsXjtuQ6rVHO33m0wZ5xKSMseAHnsE85aFCO8WpM6Hji7IXMY1Q==",
  ],
])("a key that was sealed %s is opened by its passphrase alone", (_, sealed) => {
  expect(openKey(sealed, passphrase)).toBe(key);
  expect(() => openKey(sealed, `${passphrase}.`)).toThrow("BACKUP_PASSPHRASE is not the one");
});
