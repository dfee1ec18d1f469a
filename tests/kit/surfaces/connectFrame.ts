import { act } from "@testing-library/react";

interface Told {
  type: string;
  payload: unknown;
}

/** Plays the frame's part of the handshake; gives all that it is told, and a way to say something. */
export function connectFrame(frame: HTMLIFrameElement) {
  const told: Told[] = [];
  let own: MessagePort | undefined;
  const inside = {
    postMessage: (_message: unknown, _origin: string, [port]: MessagePort[]) => {
      own = port;
      if (port) port.onmessage = ({ data }) => told.push(data);
    },
  };
  Object.defineProperty(frame, "contentWindow", { value: inside });
  const hello = new Event("message");
  Object.assign(hello, {
    ...{ source: inside, origin: location.origin, ports: [] },
    data: { ns: "pilothouse-chat", v: 1, type: "hello", payload: { v: 1 } },
  });
  act(() => void dispatchEvent(hello));
  const say = (name: string, payload: unknown) =>
    own?.postMessage({ ns: "pilothouse-chat", v: 1, type: name, payload });
  return { told, say };
}
