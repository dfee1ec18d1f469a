import { vi } from "vitest";

/** Puts the far end of uploads in place: it answers when the test says so. `vi.unstubAllGlobals` takes it away. */
export function stubUploads(status = 200) {
  const sent: { finish: () => void }[] = [];
  class FakeRequest {
    upload = { onprogress: null as ((event: object) => void) | null };
    status = 0;
    responseText = "{}";
    onload: (() => void) | null = null;
    onloadend: (() => void) | null = null;
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {
      this.upload.onprogress?.({ loaded: 1, total: 2 });
      sent.push({
        finish: () => {
          this.status = status;
          this.onload?.();
          this.onloadend?.();
        },
      });
    }
  }
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  return sent;
}
