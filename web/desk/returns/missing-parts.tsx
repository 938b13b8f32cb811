import { useRef, useState } from "react";
import type { ReturnedCopy } from "#contract/desk/returns.ts";
import { type Part, partInWords, partsOf, writeParts } from "#contract/catalog/parts.ts";
import { Row } from "#web/ui/layout.tsx";
import { announce } from "#web/ui/accessibility.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { FieldGroup } from "#web/ui/forms/field-groups.tsx";
import { QuantityStepper } from "#web/ui/forms/quantity-stepper.tsx";

type MissingPartsProps = {
  copy: Pick<ReturnedCopy, "returnId" | "parts" | "missingParts">;
  onChange: (missingParts: string) => Promise<void>;
};

const countMessage = ({ count }: Part) => `Enter a number from 1 to ${count}.`;

/** Lets staff check off missing parts, with a count. Every change is saved right away. */
export function MissingParts({ copy, onChange }: MissingPartsProps) {
  const [unsaved, setUnsaved] = useState<string>();
  const [invalidPart, setInvalidPart] = useState<string>();
  const saving = useRef(Promise.resolve());
  const missing = new Map(partsOf(unsaved ?? copy.missingParts).map(({ name, count }) => [name, count]));
  const all = partsOf(copy.parts);
  const set = (changedPart: Part, count: number) => {
    setInvalidPart(undefined);
    const countOf = ({ name }: Part) => (name === changedPart.name ? count : (missing.get(name) ?? 0));
    const parts = writeParts(all.map((part) => ({ ...part, count: countOf(part) })).filter((part) => part.count > 0));
    setUnsaved(parts);
    // in sequence, so that the last change is the one stored; after a refusal the stored parts show again
    const save = async () => {
      await onChange(parts);
      setUnsaved((newest) => (newest === parts ? undefined : newest));
    };
    saving.current = saving.current.then(save);
  };
  return (
    <FieldGroup label="Which parts are missing?">
      {all.map((part) => {
        const count = missing.get(part.name) ?? 0;
        return (
          <Row key={part.name}>
            <CheckboxField
              label={partInWords(part)}
              name={`missing-${copy.returnId}-${part.name}`}
              checked={count > 0}
              onChange={({ target }) => set(part, target.checked ? part.count : 0)}
            />
            {count > 0 && part.count > 1 && (
              <QuantityStepper
                label={`How many are missing: ${partInWords(part)}`}
                labelHidden
                value={count}
                max={part.count}
                onChange={(missingCount) => set(part, missingCount)}
                onInvalid={() => {
                  setInvalidPart(part.name);
                  announce(countMessage(part));
                }}
                error={invalidPart === part.name ? countMessage(part) : undefined}
              />
            )}
          </Row>
        );
      })}
    </FieldGroup>
  );
}
