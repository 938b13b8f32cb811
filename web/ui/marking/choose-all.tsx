import { useEffect, useRef, useState } from "react";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";

type ChooseAllProps = {
  /** The number of rows, and how many of them are selected. */
  listed: number;
  chosen: number;
  onChoose: (isChosen: boolean) => void;
};

/** A checkbox that selects all rows or none, and shows how many are selected. */
export function ChooseAll({ listed, chosen, onChoose }: ChooseAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const previous = useRef(chosen);
  useEffect(() => {
    // indeterminate has no attribute
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < listed;
    // the pressed button is disabled now and loses the focus
    const isDone = previous.current > 0 && chosen === 0;
    if (isDone && document.activeElement?.matches("body, button:disabled")) box.current?.focus();
    previous.current = chosen;
  }, [chosen, listed]);
  return (
    <CheckboxField
      ref={box}
      label={chosen === 0 ? `Select all ${listed}` : `${chosen} of ${listed} selected`}
      checked={chosen === listed}
      onChange={({ target }) => onChoose(target.checked)}
    />
  );
}

/** The ids of selected rows. */
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
