import type { Category, Grade, Subject } from "#contract/catalogue.ts";
import { limits } from "#contract/codes.ts";
import type { FieldProblem } from "#web/ui/forms/error-summary.tsx";
import { isChosen, toggleChoice } from "#web/ui/forms/bit-choices.ts";
import { CheckboxGroup } from "#web/ui/forms/checkbox-group.tsx";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import styles from "./one-import.module.css";
import type { MatchingValues } from "./matching-values.ts";

/** The lists that the library's titles choose from. */
export type Codes = { categories: readonly Category[]; subjects: readonly Subject[]; grades: readonly Grade[] };

type FieldsProps = { values: MatchingValues; onChange: (changed: Partial<MatchingValues>) => void };

/** What to take where a row has nothing. */
export function DefaultsFields({
  values,
  codes,
  problems,
  onChange,
}: FieldsProps & { codes: Codes; problems: readonly FieldProblem[] }) {
  const none = { value: 0, label: "None" };
  const gradeIds = codes.grades.map(({ gradeId }) => gradeId);
  return (
    <>
      <p className={styles.words}>Used for rows without a value. If you choose nothing, those rows are errors.</p>
      <div className={styles.defaults}>
        <SelectField
          label="Category"
          name="categoryId"
          width="full"
          value={values.categoryId}
          options={[none, ...codes.categories.map((each) => ({ value: each.categoryId, label: each.categoryName }))]}
          onChange={({ target }) => onChange({ categoryId: Number(target.value) })}
        />
        <SelectField
          label="Subject"
          name="subjectId"
          width="full"
          value={values.subjectId}
          options={[none, ...codes.subjects.map((each) => ({ value: each.subjectId, label: each.subjectName }))]}
          onChange={({ target }) => onChange({ subjectId: Number(target.value) })}
        />
        {!values.fields.includes("copies") && (
          <TextField
            label="Copies of each new title"
            name="copies"
            width="full"
            inputMode="numeric"
            autoComplete="off"
            error={problems.find(({ field }) => field === "copies")?.message}
            value={values.copies}
            onChange={({ target }) => onChange({ copies: target.value })}
          />
        )}
      </div>
      <CheckboxGroup
        label="Grades"
        optional
        id="gradeId"
        options={codes.grades.map(({ gradeId, gradeName }) => ({
          value: gradeId,
          label: gradeName,
          checked: isChosen(values.gradeId, gradeId),
        }))}
        onToggle={(gradeId) => onChange({ gradeId: toggleChoice(values.gradeId, Number(gradeId), gradeIds) })}
      />
      <TextField
        label="Description"
        name="description"
        optional
        width="full"
        autoComplete="off"
        maxLength={limits.line}
        value={values.description}
        onChange={({ target }) => onChange({ description: target.value })}
      />
    </>
  );
}

/** What to do with what the library has already, and with what it does not know. */
export function RulesFields({ values, onChange }: FieldsProps) {
  return (
    <>
      <RadioGroup
        label="A row whose SKU Number is already in the inventory"
        name="existing"
        options={[
          { value: "skip", label: "Keep the title as it is" },
          { value: "update", label: "Update the title from the file" },
        ]}
        value={values.existing}
        onChange={({ target }) => onChange({ existing: target.value === "update" ? "update" : "skip" })}
      />
      <RadioGroup
        label="A category, subject, or grade the library doesn’t have"
        name="unknown"
        options={[
          { value: "fault", label: "Report the row as an error" },
          { value: "default", label: "Use the one chosen above, and keep the word as a tag" },
        ]}
        value={values.unknown}
        onChange={({ target }) => onChange({ unknown: target.value === "default" ? "default" : "fault" })}
      />
    </>
  );
}
