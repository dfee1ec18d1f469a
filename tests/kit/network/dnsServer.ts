import { createSocket } from "node:dgram";
import { isIPv6 } from "node:net";

type Kind = "A" | "AAAA" | "CNAME" | "TXT";

/** A name server of a test's own, as the wire has it (RFC 1035): it knows what it is told and no other name. */
export interface DnsServer {
  /** `127.0.0.1:port` */
  address: string;
  /** What stands at a name from now on; an empty list takes it away. */
  set(kind: Kind, name: string, values: string[]): void;
  /** From now on it answers every question by saying that it can't (SERVFAIL), or well again. */
  fail(isFailing: boolean): void;
  stop(): Promise<void>;
}

const numbers: Record<Kind, number> = { A: 1, CNAME: 5, TXT: 16, AAAA: 28 };
const headBytes = 12;

/** Starts a name server on a free port of this machine. */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, string[]>();
  let isFailing = false;
  const socket = createSocket("udp4");
  const valuesOf = (kind: Kind, name: string) => records.get(`${kind} ${name.toLowerCase()}`) ?? [];

  /** The answers to a question; an alias brings what its target has along. */
  function find(type: number, name: string): Buffer[] {
    const kind = (Object.keys(numbers) as Kind[]).find((one) => numbers[one] === type); // the keys of the table
    if (!kind) return [];
    const own = valuesOf(kind, name).map((value) => writeRecord(kind, name, value));
    if (kind === "CNAME" || kind === "TXT") return own;
    const aliases = valuesOf("CNAME", name);
    return [
      ...own,
      ...aliases.flatMap((target) => [writeRecord("CNAME", name, target), ...find(type, target)]),
    ];
  }

  socket.on("message", (message, { port, address }) => {
    const { name, end } = readName(message);
    const question = message.subarray(headBytes, end + 4);
    const answers = isFailing ? [] : find(message.readUInt16BE(end), name);
    const isKnown = [...records.keys()].some((key) => key.endsWith(` ${name.toLowerCase()}`));
    const head = Buffer.alloc(headBytes);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(0x8180 | (isFailing ? 2 : isKnown ? 0 : 3), 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, question, ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set(kind, name, values) {
      if (values.length === 0) records.delete(`${kind} ${name}`);
      else records.set(`${kind} ${name}`, values);
    },
    fail: (isIt) => void (isFailing = isIt),
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headBytes;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join("."), end: at + 1 };
}

function writeRecord(kind: Kind, name: string, value: string): Buffer {
  const data = writeData(kind, value);
  const head = Buffer.alloc(10);
  head.writeUInt16BE(numbers[kind], 0);
  head.writeUInt16BE(1, 2);
  // Long enough to be kept by whoever keeps answers.
  head.writeUInt32BE(300, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), head, data]);
}

function writeData(kind: Kind, value: string): Buffer {
  if (kind === "CNAME") return writeName(value);
  if (kind === "TXT")
    return Buffer.concat(
      (value.match(/.{1,255}/gs) ?? [""]).flatMap((part) => [Buffer.from([part.length]), Buffer.from(part)]),
    );
  if (!isIPv6(value)) return Buffer.from(value.split(".").map(Number));
  const [before = "", after = ""] = value.split("::");
  const groups = (text: string) => (text ? text.split(":").map((one) => parseInt(one, 16)) : []);
  const missing = 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array.from({ length: missing }, () => 0), ...groups(after)];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}

function writeName(name: string): Buffer {
  const labels = name.split(".").map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
