import { useQuery } from "@tanstack/react-query";
import { releaseWords } from "./release-words.ts";
import { releaseQuery } from "./admin-queries.ts";

/** Which version of the library staff have before them; nothing until it is known. */
export function ReleaseLine() {
  const { data } = useQuery(releaseQuery);
  return data && <span>Version {releaseWords(data)}</span>;
}
