/** Our line icons on a grid of 24, each one path; what nobody imports is left out of a bundle. See also firstIconPaths.ts. */
export const back = "M14.5 5.5 8 12l6.5 6.5";
export const copy =
  "M10 8.5h8.5a1.5 1.5 0 0 1 1.5 1.5v8.5a1.5 1.5 0 0 1-1.5 1.5H10a1.5 1.5 0 0 1-1.5-1.5V10A1.5 1.5 0 0 1 10 8.5ZM5.5 15.5h-.3A1.2 1.2 0 0 1 4 14.3V5.2A1.2 1.2 0 0 1 5.2 4h9.1a1.2 1.2 0 0 1 1.2 1.2v.3";
export const chevronDown = "M6.5 9.5 12 15l5.5-5.5";
export const retry = "M19.5 12a7.5 7.5 0 1 1-2.3-5.4L19.5 8.8M19.5 4v4.8h-4.8";
export const chat =
  "M5 5h14a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 17h-7.5L7 20.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5Z";
export const newChat =
  "M20.5 11v4.5A1.5 1.5 0 0 1 19 17h-7.5L7 20.5V17H5a1.5 1.5 0 0 1-1.5-1.5v-9A1.5 1.5 0 0 1 5 5h7.5M18 3v6M15 6h6";
export const external =
  "M9 5.5H6.5A1.5 1.5 0 0 0 5 7v10.5A1.5 1.5 0 0 0 6.5 19H17a1.5 1.5 0 0 0 1.5-1.5V15M13.5 4.5h6v6M19 5l-8 8";
export const pencil = "M4.5 19.5l.9-4L15.9 5a1.6 1.6 0 0 1 2.3 0l.8.8a1.6 1.6 0 0 1 0 2.3L8.5 18.6ZM14 7l3 3";
export const thumbUp =
  "M8 10.5 11.5 4a2 2 0 0 1 2.3 2.4L13.2 10h5a1.7 1.7 0 0 1 1.7 2.1l-1.5 6a1.7 1.7 0 0 1-1.7 1.4H8ZM8 10.5H5a.9.9 0 0 0-.9.9v7.2c0 .5.4.9.9.9h3";
export const thumbDown =
  "M16 13.5 12.5 20a2 2 0 0 1-2.3-2.4l.6-3.6h-5a1.7 1.7 0 0 1-1.7-2.1l1.5-6a1.7 1.7 0 0 1 1.7-1.4H16ZM16 13.5h3a.9.9 0 0 0 .9-.9V5.4a.9.9 0 0 0-.9-.9h-3";
export const star = "M12 4l2.5 5.1 5.6.8-4 3.9.9 5.6-5-2.6-5 2.6.9-5.6-4-3.9 5.6-.8Z";
export const history = "M4.2 12a7.8 7.8 0 1 0 2.4-5.6L4.2 8.7M4.2 4.2v4.5h4.5M12 8v4.2l2.8 1.7";
export const clock = "M12 4.2a7.8 7.8 0 1 0 0 15.6 7.8 7.8 0 0 0 0-15.6ZM12 8v4.2l2.8 1.7";
export const people =
  "M9.5 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM3 19c.7-2.8 3.2-4.5 6.5-4.5S15.3 16.2 16 19M15.5 4.8a3.5 3.5 0 0 1 0 6.4M18 14.9c1.6.7 2.6 2.1 3 4.1";
export const download = "M12 4.5V15M7 10.5 12 15.3l5-4.8M5 19.5h14";
export const sound = "M11 5.5 7 9H4v6h3l4 3.5ZM15 9.2a4 4 0 0 1 0 5.6M17.5 6.8a7.4 7.4 0 0 1 0 10.4";
export const mute = "M11 5.5 7 9H4v6h3l4 3.5ZM15.5 9.5l5 5M20.5 9.5l-5 5";
export const clip =
  "M19.5 11.5l-7.4 7.4a4.7 4.7 0 0 1-6.6-6.6l7.6-7.7a3.1 3.1 0 0 1 4.5 4.4l-7.5 7.6a1.6 1.6 0 0 1-2.2-2.2l6.8-6.9";
export const microphone =
  "M12 15a3.2 3.2 0 0 0 3.2-3.2V6.7a3.2 3.2 0 0 0-6.4 0v5.1A3.2 3.2 0 0 0 12 15ZM5.8 11.5a6.2 6.2 0 0 0 12.4 0M12 17.7V21";
export const phone =
  "M6.2 4h2.6l1.6 4.2-2 1.5a11.5 11.5 0 0 0 5.9 5.9l1.5-2L20 15.2v2.6A2.2 2.2 0 0 1 17.8 20 13.8 13.8 0 0 1 4 6.2 2.2 2.2 0 0 1 6.2 4Z";
export const microphoneOff =
  "M9 9V7a3 3 0 0 1 5.9-.8M15 11v1a3 3 0 0 1-.3 1.3M12.5 15A3 3 0 0 1 9 12M5.5 11.5a6.5 6.5 0 0 0 9.6 5.7M17.9 14.4a6.5 6.5 0 0 0 .6-2.9M12 18v3M4 4l16 16";
export const captions =
  "M5 5.5h14a1.5 1.5 0 0 1 1.5 1.5v10a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 17V7A1.5 1.5 0 0 1 5 5.5ZM7 14.5h6M16 14.5h1M7 11h2M12 11h5";
