import type { Category, Grade, Subject } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { hasGrade, toggleGrade } from "#contract/catalog/grade-masks.ts";
import styles from "./one-import.module.css";
import type { MatchingForm } from "./matching-values.ts";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { CheckboxGroup, RadioGroup } from "#web/ui/forms/field-groups.tsx";

export type Codes = { categories: readonly Category[]; subjects: readonly Subject[]; grades: readonly Grade[] };

export function DefaultsFields({ form, codes }: { form: MatchingForm; codes: Codes }) {
  const { values, change } = form;
  const none = { value: 0, label: "None" };
  return (
    <>
      <p className={styles.words}>These fill in missing values. Without them, rows with missing values are errors.</p>
      <div className={styles.defaults}>
        <SelectField
          label="Category"
          width="full"
          options={[none, ...codes.categories.map((each) => ({ value: each.categoryId, label: each.categoryName }))]}
          {...form.field("categoryId", Number)}
        />
        <SelectField
          label="Subject"
          width="full"
          options={[none, ...codes.subjects.map((each) => ({ value: each.subjectId, label: each.subjectName }))]}
          {...form.field("subjectId", Number)}
        />
        {!values.fields.includes("copies") && (
          <TextField
            label="Copies of each new title"
            width="full"
            inputMode="numeric"
            autoComplete="off"
            {...form.field("copies")}
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
          checked: hasGrade(values.gradeId, gradeId),
        }))}
        onToggle={(gradeId) => change({ gradeId: toggleGrade(values.gradeId, Number(gradeId), codes.grades) })}
      />
      <TextField
        label="Description"
        optional
        width="full"
        autoComplete="off"
        maxLength={limits.line}
        {...form.field("description")}
      />
    </>
  );
}

export function RulesFields({ form }: { form: MatchingForm }) {
  return (
    <>
      <RadioGroup
        label="A row whose SKU Number is already in the inventory"
        options={[
          { value: "skip", label: "Keep the title as it is" },
          { value: "update", label: "Update the title from the file" },
        ]}
        {...form.field("existing", (chosen) => (chosen === "update" ? "update" : "skip"))}
      />
      <RadioGroup
        label="A category, subject, or grade the library doesn’t have"
        options={[
          { value: "fault", label: "Report the row as an error" },
          { value: "default", label: "Use the one chosen above, and keep the word as a tag" },
        ]}
        {...form.field("unknown", (chosen) => (chosen === "default" ? "default" : "fault"))}
      />
      <RadioGroup
        label={`A title longer than ${limits.title} characters`}
        options={[
          { value: "fault", label: "Report the row as an error" },
          { value: "shorten", label: "Shorten it after a word, and list it" },
        ]}
        {...form.field("longTitles", (chosen) => (chosen === "shorten" ? "shorten" : "fault"))}
      />
    </>
  );
}
