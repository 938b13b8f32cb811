import { useQuery } from "@tanstack/react-query";
import { releaseQuery, releaseWords } from "./admin-queries.ts";

export function ReleaseLine() {
  const { data } = useQuery(releaseQuery);
  return data && <span>Version {releaseWords(data)}</span>;
}
