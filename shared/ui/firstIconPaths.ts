/** The icons of the chat's first picture, apart from the others so that those come with the parts that draw them. */
export const arrowUp = "M12 19V5M5.5 11.5 12 5l6.5 6.5";
export const stop =
  "M8.5 7h7A1.5 1.5 0 0 1 17 8.5v7a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 15.5v-7A1.5 1.5 0 0 1 8.5 7Z";
export const close = "M6 6l12 12M18 6 6 18";
export const check = "M5 12.5 10 17.5 19.5 7";
export const alert = "M12 8.5V13M12 16.2v.1M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Z";
export const more = "M12 5.5v.1M12 12v.1M12 18.5v.1";
