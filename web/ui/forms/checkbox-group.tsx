import type { FieldTexts } from "./field.tsx";
import { FieldGroup } from "./field-group.tsx";
import type { Choice } from "./select-field.tsx";
import styles from "./field.module.css";

type CheckboxGroupProps = Omit<FieldTexts, "labelHidden"> & {
  id: string;
  options: readonly (Choice & { checked: boolean })[];
  onToggle: (value: Choice["value"]) => void;
};

export function CheckboxGroup({ id, options, onToggle, ...texts }: CheckboxGroupProps) {
  return (
    <FieldGroup {...texts}>
      <div className={styles.boxes}>
        {options.map((option, at) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="checkbox"
              id={at === 0 ? id : `${id}-${option.value}`}
              checked={option.checked}
              aria-invalid={texts.error ? true : undefined}
              onChange={() => onToggle(option.value)}
            />
            <span className={styles.choiceText}>{option.label}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
