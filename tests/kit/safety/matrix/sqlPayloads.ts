/** Texts that would be SQL wherever one was put into a statement. None of them is the name of anything. */
export const sqlPayloads = ["'", '"', "\\", "%", "_", ")", "';", "zzz'", "1", "0"].flatMap((start) =>
  ["", " OR 1=1--", " UNION SELECT 1,2,3--", "; DROP TABLE users;--", " AND (SELECT 1)=1"].map((rest) =>
    start === "1" || start === "0" ? `zzz${start}${rest}` : `${start}${rest}`,
  ),
);
