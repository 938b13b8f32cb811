import { pictureKinds, pictureObjection, useUploadPicture } from "#web/lib/files.ts";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { TextAreaField, TextField } from "#web/ui/forms/text-fields.tsx";
import { TagsField } from "#web/ui/forms/tags-field.tsx";
import { SelectField, withChosen } from "#web/ui/forms/choice-fields.tsx";
import { PictureField } from "#web/ui/forms/picture-field.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { EntriesField } from "#web/ui/forms/entries-field.tsx";
import { CheckboxGroup, RadioGroup } from "#web/ui/forms/field-groups.tsx";
import { languageName, offeredLanguages } from "#contract/catalog/title-languages.ts";
import type { Grade, Item, ItemWithCopies } from "#contract/catalog/catalog.ts";
import type { IsbnProposal } from "#contract/catalog/isbn.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { hasGrade, toggleGrade } from "#contract/catalog/grade-masks.ts";
import { titleLabels } from "#contract/catalog/title-record.ts";
import { Stack } from "#web/ui/layout.tsx";
import { IsbnField, type IsbnLookUp, TakeBack } from "./isbn-field.tsx";
import type { ItemForm } from "./item-mutations.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/actions/button.tsx";
import { useState } from "react";
import { partLimits, partsOf } from "#contract/catalog/parts.ts";
import styles from "./edit-item.module.css";
import { nextSkuQuery, useCodes } from "#web/catalog/staff-catalog-queries.ts";

type ItemWordsProps = { form: ItemForm; lookUp: IsbnLookUp; item: ItemWithCopies | undefined };

export function ItemWords({ form, lookUp, item }: ItemWordsProps) {
  const skuLocked = item?.inventoryItems.some(({ isAvailable }) => !isAvailable) ?? false;
  return (
    <>
      {lookUp.source !== "" && <IsbnField form={form} lookUp={lookUp} ownId={item?.inventoryId} formId={itemFormId} />}
      <TextField label="Title" width="full" autoComplete="off" {...lookUp.mark("title")} {...form.field("title")} />
      <TakeBack form={form} lookUp={lookUp} name="title" />
      <TextField
        label="SKU number"
        width="s"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={skuLocked}
        hint={skuLocked ? ownMessages.skuLocked : "Use up to 6 characters. Each title needs its own."}
        {...form.field("referenceNumber")}
      />
      {!item && <NextSku form={form} />}
      <TextAreaField label="Description" width="full" rows={6} {...form.field("description")} />
    </>
  );
}

/** Offers the subject and grades of the stored title, `of`, even when the library no longer offers them. */
export function ItemClasses({ form, of }: { form: ItemForm; of?: Item | undefined }) {
  const { values, change } = form;
  return (
    <>
      <Fetched query={useCodes()} what="the lists" skeleton={<Skeleton height="32rem" />}>
        {({ categories, subjects, grades }) => (
          <>
            <RadioGroup
              label="Category"
              inline
              options={categories.map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))}
              {...form.field("categoryId", Number)}
            />
            <SelectField
              label="Subject"
              options={[
                { value: 0, label: "Choose a subject" },
                ...withChosen(
                  subjects.map(({ subjectId, subjectName }) => ({ value: subjectId, label: subjectName })),
                  values.subjectId,
                  of?.subjectId === values.subjectId ? of.subjectName : "No longer offered",
                ),
              ]}
              {...form.field("subjectId", Number)}
            />
            <CheckboxGroup
              label="Grades"
              id="gradeId"
              error={form.errorOf("gradeId")}
              options={gradesWith(grades, of).map(({ gradeId, gradeName }) => ({
                value: gradeId,
                label: gradeName,
                checked: hasGrade(values.gradeId, gradeId),
              }))}
              onToggle={(gradeId) =>
                change({ gradeId: toggleGrade(values.gradeId, Number(gradeId), gradesWith(grades, of)) })
              }
            />
            <TagsField
              label="Tags"
              optional
              hint="Add words people might search for. Press Enter or type a comma after each."
              id="tags"
              error={form.errorOf("tags")}
              value={values.tags}
              onChange={(tags) => change({ tags })}
            />
          </>
        )}
      </Fetched>
    </>
  );
}

/** Collapses the optional fields, and names those with a value. Opens for an error or a value from the ISBN source. */
export function MoreDetails({ form, lookUp, ownId }: Omit<ItemWordsProps, "item"> & { ownId: number | undefined }) {
  const { values } = form;
  const [isOpen, setOpen] = useState(false);
  const fields = moreFields.filter((name) => name !== "isbn" || lookUp.source === "");
  const mustOpen = fields.some((name) => form.errorOf(name) !== undefined || lookUp.isProposed(name));
  const withValue = fields.filter((name) => values[name] !== "").map((name) => titleLabels[name]);
  const text = (name: keyof typeof editionTexts) => {
    const { hint, ...texts } = { hint: undefined, ...editionTexts[name] };
    const marked = lookUp.mark(name, hint);
    return <TextField form={itemFormId} optional autoComplete="off" {...texts} {...marked} {...form.field(name)} />;
  };
  const proposed = (name: keyof typeof editionTexts & keyof IsbnProposal) => (
    <>
      {text(name)}
      <TakeBack form={form} lookUp={lookUp} name={name} />
    </>
  );
  return (
    <details
      className={styles.more}
      open={isOpen || mustOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        More details <span className={styles.saved}>{withValue.join(", ")}</span>
      </summary>
      <Stack>
        {lookUp.source === "" && <IsbnField form={form} lookUp={lookUp} ownId={ownId} formId={itemFormId} />}
        {proposed("author")}
        {proposed("publisher")}
        {proposed("publishedYear")}
        {proposed("extent")}
        <SelectField
          form={itemFormId}
          label="Language"
          hint="Screen readers read the title in this language."
          options={[
            { value: "", label: "Unknown" },
            ...languagesWith(values.language).map(([value, label]) => ({ value, label })),
          ]}
          {...form.field("language")}
        />
        {text("replacementCost")}
        <PartsField value={values.parts} error={form.errorOf("parts")} onChange={(parts) => form.change({ parts })} />
        {text("weight")}
        {text("shelfLocation")}
      </Stack>
    </details>
  );
}

/** The form that the fields of other cards belong to, so that Enter saves there, too. */
export const itemFormId = "item";

const moreFields = [
  "isbn",
  "author",
  "publisher",
  "publishedYear",
  "extent",
  "language",
  "replacementCost",
  "parts",
  "weight",
  "shelfLocation",
] as const;

const editionTexts = {
  author: { label: "Author", width: "l" },
  publisher: { label: "Publisher", width: "l" },
  publishedYear: { label: "Year", hint: "Enter the year it was published.", width: "s", inputMode: "numeric" },
  extent: { label: "Length", hint: "For example, 22 pages or 45 minutes.", width: "s" },
  replacementCost: {
    label: "Replacement cost",
    hint: "What a borrower owes for a lost copy, in dollars.",
    width: "s",
    inputMode: "decimal",
  },
  weight: {
    label: "Weight",
    hint: "In pounds. We use it to estimate what mailing it back costs.",
    width: "s",
    inputMode: "decimal",
  },
  shelfLocation: {
    label: "Shelf location",
    hint: "Where it’s shelved, such as A3. Only staff can see this.",
    width: "s",
  },
} as const;

const gradesWith = (grades: readonly Grade[], of: Item | undefined) => [
  ...new Map([...grades, ...(of?.grades ?? [])].map((grade) => [grade.gradeId, grade])).values(),
];

/** Returns the offered languages, and the title's own if an import set another one. */
const languagesWith = (own: string) =>
  own === "" ? [...offeredLanguages] : [...new Map([...offeredLanguages, [own, languageName(own)]])];

export function ItemPicture({ form }: { form: ItemForm }) {
  const { values, change } = form;
  const upload = useUploadPicture();
  return (
    <PictureField
      label="Picture"
      optional
      hint="JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB. Without a picture, the title becomes the cover."
      id="attachmentId"
      error={form.errorOf("attachmentId")}
      picture={values.attachmentId}
      onChange={(attachmentId) => change({ attachmentId })}
      upload={upload}
      objection={pictureObjection}
      accept={pictureKinds}
      onUploading={form.waitFor("attachmentId")}
      alternative={{
        id: "attachmentAlt",
        error: form.errorOf("attachmentAlt"),
        text: values.attachmentAlt,
        onChange: (attachmentAlt) => change({ attachmentAlt }),
      }}
    />
  );
}

function NextSku({ form }: { form: ItemForm }) {
  const { values, change, attempt } = form;
  const next = useQuery(nextSkuQuery(values.categoryId, attempt)).data;
  if (!next || next === values.referenceNumber) return null;
  const use = () => {
    change({ referenceNumber: next });
    document.getElementById("referenceNumber")?.focus();
  };
  return (
    <div>
      <Button size="small" onClick={use}>
        Use {next}
        <VisuallyHidden> (the next available SKU number)</VisuallyHidden>
      </Button>
    </div>
  );
}

type Row = { name: string; count: string; cost: string };

const newPart: Row = { name: "", count: "1", cost: "" };
const cells = [
  { name: "name", label: "Name", width: "m", inputMode: "text" },
  { name: "count", label: "How many", width: "xs", inputMode: "numeric" },
  { name: "cost", label: "Cost each", width: "xs", inputMode: "decimal" },
] as const;

const rowsOf = (parts: string): Row[] => partsOf(parts).map((part) => ({ ...part, count: String(part.count) }));

/** Leaves out empty rows, and writes an invalid count as 0, which the rule for parts rejects. */
function textOf(rows: readonly Row[]): string {
  const filledRows = rows.filter(({ name, cost }) => name.trim() !== "" || cost.trim() !== "");
  return filledRows
    .map(({ name, count, cost }) => {
      const number = /^\d{1,3}$/.test(count.trim()) ? count.trim() : "0";
      return `${number} ${name.trim()}${cost.trim() && ` @ ${cost.trim()}`}`;
    })
    .join("; ");
}

type PartsFieldProps = { value: string; error: string | undefined; onChange: (parts: string) => void };

/** Edits the parts of each copy in rows; the value is one text, as in import files. */
function PartsField({ value, error, onChange }: PartsFieldProps) {
  const [draft, setDraft] = useState(() => rowsOf(value));
  // a value saved or fetched in the meantime replaces the draft
  const rows = textOf(draft) === value ? draft : rowsOf(value);
  return (
    <EntriesField
      id="parts"
      label="Parts (optional)"
      hint="If it’s a kit, list what’s in each copy. Parts are printed on the packing slip and checked at returns."
      error={error}
      entry="Part"
      entries={rows}
      max={partLimits.parts}
      newEntry={newPart}
      firstControl="name"
      onChange={(update) => {
        const next = update(rows);
        setDraft(next);
        onChange(textOf(next));
      }}
    >
      {(row, path, change) => (
        <div className={styles.part}>
          {cells.map(({ name, label, width, inputMode }) => (
            <TextField
              key={name}
              id={path + name}
              form={itemFormId}
              label={label}
              width={width}
              inputMode={inputMode}
              autoComplete="off"
              value={row[name]}
              onChange={({ target }) => change((now) => ({ ...now, [name]: target.value }))}
            />
          ))}
        </div>
      )}
    </EntriesField>
  );
}
