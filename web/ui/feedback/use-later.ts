import { useEffect, useState } from "react";

const nothing = () => undefined;

/** What is loaded after its page; undefined until then, and when that fails: the page does without. `load` never changes. */
export function useLater<Part>(load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>();
  useEffect(() => void load().then(setPart, nothing), [load]);
  return part;
}
