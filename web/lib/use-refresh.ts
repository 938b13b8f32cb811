import { useQueryClient } from "@tanstack/react-query";

/** Queries that no change to orders, copies, or titles affects. */
const unaffected = new Set(["scans", "returns", "photos", "site", "codes"]);

/** Returns a function that refetches everything a change to orders, copies, or titles may have affected. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey: [subject] }) => !unaffected.has(String(subject)) });
}
