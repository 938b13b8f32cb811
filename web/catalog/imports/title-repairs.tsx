import type { ImportDetail } from "#contract/imports/imports.ts";
import { messages, ownMessages } from "#contract/wire/messages.ts";
import { type Codes, useCodes } from "#web/catalog/staff-catalog-queries.ts";
import { useMatchColumns } from "#web/imports/import-queries.ts";
import { counted, rowOf } from "#web/imports/import-words.ts";
import { refusalOf } from "#web/lib/call.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { SelectField } from "#web/ui/forms/choice-fields.tsx";
import { ListChecks } from "#web/ui/icons.tsx";
import { Row } from "#web/ui/layout.tsx";
import { GradesField } from "./title-settings.tsx";
import styles from "./title-settings.module.css";

type RepairsProps = { detail: ImportDetail; onChecking: () => void };

/** Offers one choice for the many rows that fail for the same reason. */
export function TitleRepairs({ detail, onChecking }: RepairsProps) {
  return (
    <>
      <LostZeros detail={detail} onChecking={onChecking} />
      {missingIn(detail).length > 0 && (
        <Fetched query={useCodes()} what="the lists" skeleton={<SkeletonLines lines={3} />}>
          {(codes) => <MissingValues detail={detail} codes={codes} onChecking={onChecking} />}
        </Fetched>
      )}
    </>
  );
}

function LostZeros({ detail: { importId, settings, findings }, onChecking }: RepairsProps) {
  const match = useMatchColumns(importId);
  const { zeros } = findings;
  if (!zeros) return null;
  const { rows, sku, digits } = zeros;
  const checkAgain = (skuDigits: number) => async () => {
    await match({ ...settings, skuDigits });
    onChecking();
  };
  return (
    <Alert
      tone="warning"
      title={`${counted(rows, "SKU Number")} may have lost zeros at the beginning, such as ${sku} for ${sku.padStart(digits, "0")}.`}
    >
      <p>Spreadsheets remove them. Add them so that no title is imported a second time under a shorter number.</p>
      <Row>
        <ActionButton size="small" icon={<ListChecks size={18} />} action={checkAgain(digits)}>
          Add the zeros
        </ActionButton>
        <ActionButton size="small" action={checkAgain(1)}>
          Keep the numbers as they are
        </ActionButton>
      </Row>
    </Alert>
  );
}

const messageOf = {
  categoryId: messages.field.category,
  subjectId: messages.field.subject,
  gradeId: ownMessages.gradesRequired,
} as const;
type Missing = keyof typeof messageOf;
const fields: readonly Missing[] = ["categoryId", "subjectId", "gradeId"];
const labels: Record<Missing, string> = { categoryId: "category", subjectId: "subject", gradeId: "grades" };

/** Returns the fields missing from several rows, with the number of rows. */
const missingIn = ({ findings }: ImportDetail) =>
  fields.flatMap((field) => {
    const rows = findings.reasons.find(({ message }) => message === messageOf[field])?.rows ?? 0;
    return rows > 1 ? [{ field, rows }] : [];
  });

function MissingValues({ detail, codes, onChecking }: RepairsProps & { codes: Codes }) {
  const { importId, settings, kind } = detail;
  const match = useMatchColumns(importId);
  const { categoryId, subjectId, gradeId } = settings.defaults;
  const missing = missingIn(detail);
  const isMissing = (name: Missing) => missing.some(({ field }) => field === name);
  const form = useForm({
    stored: { values: { categoryId, subjectId, gradeId } },
    check: (values) =>
      missing.every(({ field }) => values[field] === 0)
        ? [{ field: missing[0]?.field ?? "subjectId", message: "Choose a value first." }]
        : [],
    objection: refusalOf,
    save: async (values) => {
      await match({ ...settings, defaults: { ...settings.defaults, ...values } });
      return { next: onChecking };
    },
  });
  const choose = { value: 0, label: "Choose" };
  return (
    <Card
      heading={headingOf(
        missing.map(({ field }) => labels[field]),
        rowOf(kind),
      )}
    >
      <p className={styles.lead}>
        {missing
          .map(({ field, rows }) => `${counted(rows, rowOf(kind))} ${rows === 1 ? "has" : "have"} no ${labels[field]}.`)
          .join(" ")}{" "}
        Choose once, and every {rowOf(kind)} without one gets it.
      </p>
      <Form form={form} className={styles.repairs}>
        {isMissing("categoryId") && (
          <SelectField
            label="Category"
            options={[
              choose,
              ...codes.categories.map((each) => ({ value: each.categoryId, label: each.categoryName })),
            ]}
            {...form.field("categoryId", Number)}
          />
        )}
        {isMissing("subjectId") && (
          <SelectField
            label="Subject"
            options={[choose, ...codes.subjects.map((each) => ({ value: each.subjectId, label: each.subjectName }))]}
            {...form.field("subjectId", Number)}
          />
        )}
        {isMissing("gradeId") && (
          <GradesField
            codes={codes}
            value={form.values.gradeId}
            error={form.errorOf("gradeId")}
            onChange={(grades) => form.change({ gradeId: grades })}
          />
        )}
        <Row>
          <Button {...form.button} look="primary" icon={<ListChecks size={18} />}>
            Fill them in and check again
          </Button>
        </Row>
      </Form>
    </Card>
  );
}

function headingOf(names: readonly string[], row: "row" | "record"): string {
  const list = new Intl.ListFormat("en-US").format(names.map((name) => (name === "grades" ? name : `a ${name}`)));
  return `Choose ${list} for all ${row}s`;
}
