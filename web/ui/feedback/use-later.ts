import { useEffect, useState } from "react";

const nothing = () => undefined;

/** Loads a part after the page; undefined until then or if that fails. `load` must not change. */
export function useLazy<Part>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>();
  useEffect(() => void load().then(setPart, nothing), [load]);
  return part;
}
