import { languageName, offeredLanguages } from "#contract/titles/title-languages.ts";
import { ownMessages } from "#contract/messages.ts";
import { useCodes } from "#web/features/catalogue/use-codes.ts";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { isChosen, toggleChoice } from "#web/ui/forms/bit-choices.ts";
import { CheckboxGroup } from "#web/ui/forms/checkbox-group.tsx";
import { PictureField } from "#web/ui/forms/picture/picture-field.tsx";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { pictureKinds, pictureObjection, useUploadPicture } from "#web/lib/upload-picture.ts";
import { TagsField } from "#web/ui/tags/tags-field.tsx";
import type { ItemForm } from "./use-item-form.ts";

/** A form's attributes of one field by its name: id, and the sentence that says what is wrong. */
function wiring({ problems }: ItemForm, name: keyof ItemForm["values"]) {
  return { id: name, error: problems.find(({ field }) => field === name)?.message };
}

/** Title, SKU number, description. */
export function ItemWords({ form, skuLocked }: { form: ItemForm; skuLocked: boolean }) {
  const { values, change } = form;
  return (
    <>
      <TextField
        label="Title"
        name="title"
        width="full"
        autoComplete="off"
        {...wiring(form, "title")}
        value={values.title}
        onChange={({ target }) => change({ title: target.value })}
      />
      <TextField
        label="SKU number"
        name="referenceNumber"
        width="s"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        readOnly={skuLocked}
        hint={skuLocked ? ownMessages.skuLocked : "At most 6 characters. Each title needs its own."}
        {...wiring(form, "referenceNumber")}
        value={values.referenceNumber}
        onChange={({ target }) => change({ referenceNumber: target.value })}
      />
      <TextAreaField
        label="Description"
        name="description"
        width="full"
        rows={6}
        {...wiring(form, "description")}
        value={values.description}
        onChange={({ target }) => change({ description: target.value })}
      />
    </>
  );
}

/** Category, subject, grades, tags, publisher, language. */
export function ItemClasses({ form }: { form: ItemForm }) {
  const { values, change } = form;
  return (
    <>
      <Fetched query={useCodes()} what="the lists" skeleton={<Skeleton height="32rem" />}>
        {({ categories, subjects, grades }) => (
          <>
            <RadioGroup
              label="Category"
              name="categoryId"
              inline
              options={categories.map(({ categoryId, categoryName }) => ({ value: categoryId, label: categoryName }))}
              {...wiring(form, "categoryId")}
              value={values.categoryId}
              onChange={({ target }) => change({ categoryId: Number(target.value) })}
            />
            <SelectField
              label="Subject"
              name="subjectId"
              options={[
                { value: 0, label: "Choose a subject" },
                ...subjects.map(({ subjectId, subjectName }) => ({ value: subjectId, label: subjectName })),
              ]}
              {...wiring(form, "subjectId")}
              value={values.subjectId}
              onChange={({ target }) => change({ subjectId: Number(target.value) })}
            />
            <CheckboxGroup
              label="Grades"
              {...wiring(form, "gradeId")}
              options={grades.map(({ gradeId, gradeName }) => ({
                value: gradeId,
                label: gradeName,
                checked: isChosen(values.gradeId, gradeId),
              }))}
              onToggle={(gradeId) =>
                change({
                  gradeId: toggleChoice(
                    values.gradeId,
                    Number(gradeId),
                    grades.map((grade) => grade.gradeId),
                  ),
                })
              }
            />
            <TagsField
              label="Tags"
              optional
              hint="Search words. Press Enter or comma to add one."
              {...wiring(form, "tags")}
              value={values.tags}
              onChange={(tags) => change({ tags })}
            />
          </>
        )}
      </Fetched>
      <ItemEdition form={form} />
    </>
  );
}

function ItemEdition({ form }: { form: ItemForm }) {
  const { values, change } = form;
  return (
    <>
      <TextField
        label="Publisher"
        optional
        name="publisher"
        width="l"
        autoComplete="off"
        {...wiring(form, "publisher")}
        value={values.publisher}
        onChange={({ target }) => change({ publisher: target.value })}
      />
      <SelectField
        label="Language"
        name="language"
        hint="Screen readers say the title in this language."
        options={[
          { value: "", label: "Unknown" },
          ...languagesWith(values.language).map(([value, label]) => ({ value, label })),
        ]}
        {...wiring(form, "language")}
        value={values.language}
        onChange={({ target }) => change({ language: target.value })}
      />
    </>
  );
}

/** The languages that are offered, and the title's own where an import brought another. */
const languagesWith = (own: string) =>
  own === "" ? [...offeredLanguages] : [...new Map([...offeredLanguages, [own, languageName(own)]])];

/** The picture, and what it shows in words. */
export function ItemPicture({
  form,
  onUploading,
}: {
  form: ItemForm;
  onUploading: (running: Promise<boolean>) => void;
}) {
  const { values, change } = form;
  const upload = useUploadPicture();
  return (
    <PictureField
      label="Picture"
      optional
      hint="JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB. Without a picture, the title becomes the cover."
      {...wiring(form, "attachmentId")}
      picture={values.attachmentId}
      onChange={(attachmentId) => change({ attachmentId })}
      upload={upload}
      objection={pictureObjection}
      accept={pictureKinds}
      onUploading={onUploading}
      alternative={{
        ...wiring(form, "attachmentAlt"),
        text: values.attachmentAlt,
        onChange: (attachmentAlt) => change({ attachmentAlt }),
      }}
    />
  );
}
