import type { ImportDetail } from "#contract/imports/imports.ts";
import { limits } from "#contract/catalog/codes.ts";
import { offeredLanguages } from "#contract/catalog/title-languages.ts";
import { hasGrade, toggleGrade } from "#contract/catalog/grade-masks.ts";
import { type Codes, useCodes } from "#web/catalog/staff-catalog-queries.ts";
import type { MatchingForm } from "#web/imports/matching-values.ts";
import { Card } from "#web/ui/card.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { CheckboxGroup, RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import styles from "./title-settings.module.css";

/** Edits the values that a file of titles doesn't have. */
export function TitleSettings({ form, kind }: { form: MatchingForm; kind: ImportDetail["kind"] }) {
  return (
    <>
      {kind === "marc" && (
        <Alert>
          MARC 21 records have the title, authors, and topics, but rarely your library’s subjects and grades. Choose
          those here for records that don’t have them.
        </Alert>
      )}
      <Card heading={kind === "csv" ? "Missing values" : "Values missing from the records"}>
        <Fetched query={useCodes()} what="the lists" skeleton={<SkeletonLines lines={4} />}>
          {(codes) => <DefaultsFields form={form} codes={codes} />}
        </Fetched>
      </Card>
      <Card heading="Rows that don’t match the library">
        <RulesFields form={form} />
      </Card>
    </>
  );
}

type GradesFieldProps = { codes: Codes; value: number; error: string | undefined; onChange: (gradeId: number) => void };

export function GradesField({ codes, value, error, onChange }: GradesFieldProps) {
  return (
    <CheckboxGroup
      label="Grades"
      optional
      id="gradeId"
      error={error}
      options={codes.grades.map(({ gradeId, gradeName }) => ({
        value: gradeId,
        label: gradeName,
        checked: hasGrade(value, gradeId),
      }))}
      onToggle={(gradeId) => onChange(toggleGrade(value, Number(gradeId), codes.grades))}
    />
  );
}

function DefaultsFields({ form, codes }: { form: MatchingForm; codes: Codes }) {
  const { values, change } = form;
  const none = { value: 0, label: "None" };
  return (
    <>
      <p className={styles.lead}>These fill in missing values. Without them, rows with missing values are errors.</p>
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
        <SelectField
          label="Language"
          width="full"
          options={[{ value: "", label: "None" }, ...[...offeredLanguages].map(([value, label]) => ({ value, label }))]}
          {...form.field("language")}
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
      <GradesField
        codes={codes}
        value={values.gradeId}
        error={form.errorOf("gradeId")}
        onChange={(gradeId) => change({ gradeId })}
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

function RulesFields({ form }: { form: MatchingForm }) {
  return (
    <>
      <RadioGroup
        label="A row whose SKU Number is already in the inventory"
        options={[
          { value: "skip", label: "Keep the title as it is" },
          { value: "update", label: "Update the title from the file" },
        ]}
        {...form.field("existing", (choice) => (choice === "update" ? "update" : "skip"))}
      />
      <RadioGroup
        label="A category, subject, or grade the library doesn’t have"
        options={[
          { value: "fault", label: "Report the row as an error" },
          { value: "default", label: "Use the one chosen above, and keep the word as a tag" },
        ]}
        {...form.field("unknown", (choice) => (choice === "default" ? "default" : "fault"))}
      />
      <RadioGroup
        label={`A title longer than ${limits.title} characters`}
        options={[
          { value: "fault", label: "Report the row as an error" },
          { value: "shorten", label: "Shorten it at the end of a word, and list it" },
        ]}
        {...form.field("longTitles", (choice) => (choice === "shorten" ? "shorten" : "fault"))}
      />
    </>
  );
}
