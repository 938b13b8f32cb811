import { useState } from "react";

/** Which things of a list are marked by their checkboxes, by id. */
export type Marked = {
  marked: ReadonlySet<number>;
  mark: (ids: readonly number[], isMarked: boolean) => void;
};

export function useMarked(): Marked {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const mark: Marked["mark"] = (ids, isMarked) =>
    setMarked((now) => {
      const rest = [...now].filter((id) => !ids.includes(id));
      return new Set(isMarked ? [...rest, ...ids] : rest);
    });
  return { marked, mark };
}
