import { useEffect, useRef, useState } from "react";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";

type ChooseAllProps = {
  /** How many are listed and how many of them are chosen. */
  listed: number;
  chosen: number;
  onChoose: (isChosen: boolean) => void;
};

/** Chooses all that are shown, or none; says how many are chosen. */
export function ChooseAll({ listed, chosen, onChoose }: ChooseAllProps) {
  const box = useRef<HTMLInputElement>(null);
  const before = useRef(chosen);
  useEffect(() => {
    // the state that is neither has no attribute
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < listed;
    // the button that did its work is disabled now: its focus goes to the start of the page, at once or soon
    const isDone = before.current > 0 && chosen === 0;
    if (isDone && document.activeElement?.matches("body, button:disabled")) box.current?.focus();
    before.current = chosen;
  }, [chosen, listed]);
  return (
    <CheckboxField
      ref={box}
      label={chosen === 0 ? `All ${listed} shown` : `${chosen} of ${listed} chosen`}
      checked={chosen === listed}
      onChange={({ target }) => onChoose(target.checked)}
    />
  );
}

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
