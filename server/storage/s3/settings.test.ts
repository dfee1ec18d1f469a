import { describe, expect, it } from "vitest";
import { bucketUrl } from "./settings.ts";
import type { S3Settings } from "./settings.ts";
import { signUpload } from "./signing.ts";

const settings = {
  ...{ endpoint: "http://store:9000", region: "eu-central-1", bucket: "agents", isPathStyle: true },
  ...{ accessKeyId: "AKIATEST", secretAccessKey: "a secret", publicUrl: "https://s3.example.com/" },
};

describe("a bucket's address", () => {
  it.each<[Partial<S3Settings>, string, string]>([
    [{}, "https://s3.example.com", "https://s3.example.com/agents"],
    [{}, "https://files.example.com/store/", "https://files.example.com/store/agents"],
    [
      { isPathStyle: false },
      "https://s3.eu-central-1.amazonaws.com",
      "https://agents.s3.eu-central-1.amazonaws.com",
    ],
    [{ isPathStyle: false }, "http://localhost:9000/", "http://agents.localhost:9000"],
  ])("with %o of %s is %s", (changed, base, expected) => {
    expect(bucketUrl({ ...settings, ...changed }, base)).toBe(expected);
  });

  it("is the one that browsers reach in what they are given, and says none of the secret", async () => {
    const upload = {
      key: "incoming/one",
      isConditional: true,
      sizeBytes: 5,
      contentType: "text/csv",
      now: 0,
      expiresAt: 900_000,
    };
    for (const method of ["PUT", "POST"] as const) {
      const target = await signUpload({ ...settings, isPathStyle: false }, { ...upload, method });
      expect(new URL(target.url).origin).toBe("https://agents.s3.example.com");
      expect(JSON.stringify(target)).not.toContain(settings.secretAccessKey);
    }
  });
});
