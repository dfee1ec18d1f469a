/** What the frame is allowed to use; `clipboard` alone is not a feature's name. */
export const framePermissions =
  "microphone; camera; clipboard-read; clipboard-write; geolocation; on-device-speech-recognition";
