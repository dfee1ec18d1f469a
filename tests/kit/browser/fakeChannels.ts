const open = new Set<FakeChannel>();

/** The browser's channels between the tabs of a site, all within one test: what one posts, the others of its name hear. */
export class FakeChannel {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
    open.add(this);
  }

  postMessage(data: unknown): void {
    for (const other of open) {
      if (other !== this && other.name === this.name)
        queueMicrotask(() => other.onmessage?.({ data: structuredClone(data) }));
    }
  }

  close(): void {
    open.delete(this);
  }
}

/** The tabs of a test are gone. */
export function closeChannels(): void {
  open.clear();
}
