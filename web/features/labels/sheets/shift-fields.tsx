import { useState } from "react";
import type { LabelTemplate } from "#contract/label-templates.ts";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { farthest, keepUnit, keptOffset, keptUnit, readOffset, shownOffset, type Unit } from "./offsets.ts";

const choices = [
  { value: "in", label: "Inches" },
  { value: "mm", label: "Millimeters" },
];
const fields = [
  { name: "offsetX", label: "Move to the right", hint: "Negative moves left" },
  { name: "offsetY", label: "Move down", hint: "Negative moves up" },
] as const;

/** How far everything on a sheet moves, as typed; `read` in tenths of a millimeter, undefined while one makes no sense. */
export function useShift(template: LabelTemplate) {
  const [unit, setUnit] = useState(keptUnit);
  const [typed, setTyped] = useState(() => textsOf(template, unit));
  const [offsetX, offsetY] = [readOffset(typed.offsetX, unit), readOffset(typed.offsetY, unit)];
  const read = offsetX === undefined || offsetY === undefined ? undefined : { offsetX, offsetY };
  return {
    unit,
    typed,
    read,
    type: (change: Partial<typeof typed>) => setTyped({ ...typed, ...change }),
    /** Begins with what is kept for another paper. */
    open: (next: LabelTemplate) => setTyped(textsOf(next, unit)),
    /** Says the same in another unit. */
    measure: (next: Unit) => {
      const texts = (name: keyof typeof typed) =>
        [readOffset(typed[name], unit)].map((tenths) =>
          tenths === undefined ? typed[name] : shownOffset(tenths, next),
        );
      setTyped({ offsetX: texts("offsetX").join(""), offsetY: texts("offsetY").join("") });
      keepUnit(next);
      setUnit(next);
    },
  };
}

function textsOf(template: LabelTemplate, unit: Unit) {
  const { offsetX, offsetY } = keptOffset(template);
  return { offsetX: shownOffset(offsetX, unit), offsetY: shownOffset(offsetY, unit) };
}

export function ShiftFields({ shift }: { shift: ReturnType<typeof useShift> }) {
  const { unit, typed, type, measure } = shift;
  const wrong = `Enter a number, at most ${farthest(unit)}.`;
  return (
    <>
      {fields.map(({ name, label, hint }) => (
        <TextField
          key={name}
          label={label}
          name={name}
          hint={hint}
          error={readOffset(typed[name], unit) === undefined ? wrong : undefined}
          width="s"
          autoComplete="off"
          value={typed[name]}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type({ [name]: target.value })}
        />
      ))}
      <SelectField
        label="Measured in"
        name="unit"
        width="s"
        value={unit}
        options={choices}
        onChange={({ target }) => measure(target.value === "mm" ? "mm" : "in")}
      />
    </>
  );
}
