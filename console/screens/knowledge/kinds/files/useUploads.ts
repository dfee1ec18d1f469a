import { useEffect, useRef, useState } from "react";
import { describeBytes } from "../../../../parts/describeNumber.ts";
import { fileEndings } from "../../../../../shared/domain/fileKinds.ts";
import { uploadLimitBytes } from "../../../../../shared/domain/limits.ts";
import { toRequestError } from "../../../../../shared/client/requestError.ts";
import { uploadFile } from "../../../../state/platform/upload.ts";

/** A file on its way, or there. */
export interface Uploading {
  key: string;
  name: string;
  sizeBytes: number;
  status: "waiting" | "sending" | "done" | "failed";
  /** From 0 to 1. */
  share: number;
  fileId: string | null;
  error: string | null;
  file: File | null;
}

/** The most that are uploaded at once; the rest wait in line. */
const atOnce = 3;

interface Uploads {
  rows: readonly Uploading[];
  add: (files: Iterable<File>) => void;
  remove: (key: string) => void;
  retry: (key: string) => void;
}

/** Sends files as soon as they are chosen, a few at a time; each says for itself what went wrong with it. */
export function useUploads(
  orgId: string,
  there: readonly { id: string; name: string; sizeBytes: number }[],
): Uploads {
  const [rows, setRows] = useState<Uploading[]>(() => there.map(toDone));
  const running = useRef(new Map<string, AbortController>());

  const change = (key: string, part: Partial<Uploading>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...part } : row)));

  useEffect(() => {
    const free = atOnce - running.current.size;
    const next = rows.filter(({ key, status }) => status === "waiting" && !running.current.has(key));
    for (const row of next.slice(0, Math.max(0, free))) void send(row);

    async function send({ key, file }: Uploading): Promise<void> {
      if (!file) return;
      const controller = new AbortController();
      running.current.set(key, controller);
      change(key, { status: "sending" });
      try {
        const fileId = await uploadFile(file, {
          orgId,
          onProgress: (share) => change(key, { share }),
          signal: controller.signal,
        });
        running.current.delete(key);
        change(key, { status: "done", fileId, file: null });
      } catch (thrown) {
        const error = toRequestError(thrown);
        running.current.delete(key);
        change(key, { status: "failed", error: error.fields[0]?.message ?? error.message });
      }
    }
  }, [rows, orgId]);

  useEffect(() => {
    const { current } = running;
    return () => current.forEach((controller) => controller.abort());
  }, []);

  return {
    rows,
    add: (files) => setRows((before) => [...before, ...[...files].map(toRow)]),
    remove: (key) => {
      running.current.get(key)?.abort();
      setRows((before) => before.filter((row) => row.key !== key));
    },
    retry: (key) => change(key, { status: "waiting", error: null, share: 0 }),
  };
}

let lastKey = 0;

function toRow(file: File): Uploading {
  const error = refuse(file);
  return {
    ...{ key: `new-${++lastKey}`, name: file.name, sizeBytes: file.size, share: 0, fileId: null, error },
    status: error ? "failed" : "waiting",
    // What can't succeed is not tried again either.
    file: error ? null : file,
  };
}

function toDone({ id, name, sizeBytes }: { id: string; name: string; sizeBytes: number }): Uploading {
  return { key: id, name, sizeBytes, status: "done", share: 1, fileId: id, error: null, file: null };
}

/** Says why a file is not even sent, or null. */
function refuse({ name, size }: File): string | null {
  const ending = name.toLowerCase().split(".").at(-1) ?? "";
  if (!fileEndings.includes(ending))
    return "This file type isn’t supported. Use PDF, Word (.docx), Excel, PowerPoint (.pptx), CSV, TXT, Markdown, HTML or JSON.";
  if (size === 0) return "The file is empty.";
  if (size > uploadLimitBytes) return `The file is ${describeBytes(size)}. The maximum is 21 MB.`;
  return null;
}
