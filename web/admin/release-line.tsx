import { useQuery } from "@tanstack/react-query";
import { releaseWords } from "./release-words.ts";
import { releaseQuery } from "./admin-queries.ts";

export function ReleaseLine() {
  const { data } = useQuery(releaseQuery);
  return data && <span>Version {releaseWords(data)}</span>;
}
