import { useQueryClient } from "@tanstack/react-query";

/** What no change of orders, copies, or titles makes out of date: this tab’s own lists, photos, and what the site says. */
const lasting = new Set(["scans", "returns", "photos", "site", "codes"]);

/** Returns what refetches everything that a change of orders, copies, or titles may have made out of date. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => !lasting.has(String(subject)) });
}
