import { CheckboxField } from "./checkbox-field.tsx";

type ChooseAllProps = {
  /** How many are listed and how many of them are chosen. */
  listed: number;
  chosen: number;
  onChoose: (isChosen: boolean) => void;
};

/** Chooses all that are shown, or none; says how many are chosen. */
export function ChooseAll({ listed, chosen, onChoose }: ChooseAllProps) {
  return (
    <CheckboxField
      label={chosen === 0 ? `All ${listed} shown` : `${chosen} of ${listed} chosen`}
      // the indeterminate state has no attribute
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < listed;
      }}
      checked={chosen === listed}
      onChange={({ target }) => onChoose(target.checked)}
    />
  );
}
