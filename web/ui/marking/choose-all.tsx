import { useEffect, useRef } from "react";
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
  useEffect(() => {
    // the state that is neither has no attribute
    if (box.current) box.current.indeterminate = chosen > 0 && chosen < listed;
    // the button that did its work is disabled now: the browser would put the focus at the start of the page
    if (chosen === 0 && document.activeElement?.matches("button:disabled")) box.current?.focus();
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
