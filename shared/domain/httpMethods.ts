/** The methods that an imported request may ask with. */
export const httpMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

/** One of the methods that an imported request may ask with. */
export type HttpMethod = (typeof httpMethods)[number];
