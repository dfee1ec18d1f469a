import { describe, expect, it } from "vitest";
import { refuseRequest } from "./sigV4.ts";
import type { Arrived } from "./sigV4.ts";

/** The examples that AWS publishes with its description of the signature. */
const keeper = {
  accessKeyId: "AKIAIOSFODNN7EXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
  region: "us-east-1",
  now: () => Date.UTC(2013, 4, 24),
};
const nothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
const host = "examplebucket.s3.amazonaws.com";
const scope = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request";

interface Example {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  body?: string;
  hash?: string;
  signature: string;
}

function arrive({
  method = "GET",
  target,
  headers = {},
  body = "",
  hash = nothing,
  signature,
}: Example): Arrived {
  const all: Record<string, string> = {
    host,
    "x-amz-content-sha256": hash,
    "x-amz-date": "20130524T000000Z",
    ...headers,
  };
  const signed = Object.keys(all).sort().join(";");
  const authorization = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${signed},Signature=${signature}`;
  return { method, target, headers: { ...all, authorization }, body: Buffer.from(body) };
}

const examples: [string, Example][] = [
  [
    "an object's first bytes",
    {
      target: "/test.txt",
      headers: { range: "bytes=0-9" },
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
    },
  ],
  [
    "an object that is sent",
    {
      method: "PUT",
      target: "/test%24file.text",
      headers: { date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      body: "Welcome to Amazon S3.",
      hash: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
    },
  ],
  [
    "a bucket's lifecycle",
    { target: "/?lifecycle", signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543" },
  ],
  [
    "a list",
    {
      target: "/?max-keys=2&prefix=J",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
    },
  ],
];

describe("the store's own check of signatures", () => {
  it.each(examples)("takes AWS's example of %s, and no other signature", (_, example) => {
    expect(refuseRequest(arrive(example), keeper)).toBeNull();
    const other = {
      ...example,
      signature: example.signature.replace(/.$/, (last) => (last === "1" ? "2" : "1")),
    };
    expect(refuseRequest(arrive(other), keeper)).toBe("SignatureDoesNotMatch");
  });

  it("takes AWS's example of an address, until it ends", () => {
    const query = [
      "X-Amz-Algorithm=AWS4-HMAC-SHA256",
      `X-Amz-Credential=${encodeURIComponent(scope)}`,
      "X-Amz-Date=20130524T000000Z",
      "X-Amz-Expires=86400",
      "X-Amz-SignedHeaders=host",
      "X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404",
    ].join("&");
    const arrived = { method: "GET", target: `/test.txt?${query}`, headers: { host }, body: Buffer.alloc(0) };
    expect(refuseRequest(arrived, keeper)).toBeNull();
    expect(refuseRequest({ ...arrived, method: "PUT" }, keeper)).toBe("SignatureDoesNotMatch");
    const tomorrow = { ...keeper, now: () => Date.UTC(2013, 4, 25, 0, 0, 1) };
    expect(refuseRequest(arrived, tomorrow)).toBe("AccessDenied");
  });
});
