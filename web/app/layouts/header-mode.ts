/** Which menu the header shows. */
export type HeaderMode = "none" | "admin" | "user";

/** Decides by the first path segment, admin/login first (decision 1.4): a search text may hold any word. */
export function headerModeOf(pathname: string): HeaderMode {
  const [first, second] = pathname.toLowerCase().split("/").filter(Boolean);
  if (first !== "admin") return "user";
  return second === "login" ? "none" : "admin";
}
