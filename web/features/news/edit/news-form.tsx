import type { UseFormReturn } from "react-hook-form";
import { messages } from "#contract/specified-messages.ts";
import { pictureKinds, pictureObjection, useUploadPicture } from "#web/lib/upload-picture.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Save } from "#web/ui/icons.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { PictureField } from "#web/ui/forms/picture/picture-field.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./edit-news.module.css";
import type { NewsFormValues } from "./news-form-values.ts";

type NewsFormProps = {
  form: UseFormReturn<NewsFormValues>;
  saving: boolean;
  /** Nothing can be typed for a moment: what is being added is about to become another page. */
  locked: boolean;
  onSave: () => void;
  onUploading: (running: Promise<boolean>) => void;
};

/** Title, content, link and picture. Save rests while something is missing or wrong; Enter in a line saves. */
export function NewsForm({ form, saving, locked, onSave, onUploading }: NewsFormProps) {
  const { errors, isValid, submitCount } = form.formState;
  const problems = Object.entries(errors).flatMap(([field, error]) =>
    error?.message ? [{ field, message: error.message }] : [],
  );
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="News item"
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {submitCount > 0 && (
        <ErrorSummary title={messages.field.correctInvalid} problems={problems} attempt={submitCount} />
      )}
      <TextField
        label="Title"
        width="full"
        autoComplete="off"
        readOnly={locked}
        error={errors.title?.message}
        {...form.register("title")}
      />
      <TextAreaField
        label="Content"
        width="full"
        rows={12}
        hint={<WritingHint />}
        readOnly={locked}
        error={errors.content?.message}
        {...form.register("content")}
      />
      <TextField
        label="Link"
        optional
        width="full"
        inputMode="url"
        readOnly={locked}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="A web address that starts with https://. Visitors see it as a “Learn more” button."
        error={errors.link?.message}
        {...form.register("link")}
      />
      <NewsPicture form={form} onUploading={onUploading} />
      <Row>
        <Button
          type="submit"
          look="primary"
          busy={saving}
          disabled={!isValid}
          aria-describedby={isValid ? undefined : "why-not"}
          icon={<Save size={18} aria-hidden="true" />}
        >
          Save
        </Button>
        {!isValid && (
          <p id="why-not" className={styles.quiet}>
            {problems.length > 0 ? messages.field.correctInvalid : "Enter a title and content to save."}
          </p>
        )}
      </Row>
    </form>
  );
}

/** What Markdown can do, in four lines. */
function WritingHint() {
  return (
    <ul className={styles.hint}>
      <li>A blank line starts a new paragraph.</li>
      <li>
        <code>[our catalogue](https://example.org)</code> makes a link.
      </li>
      <li>
        <code>- apples</code> on its own line makes a list item, <code>## Apples</code> a heading.
      </li>
    </ul>
  );
}

function NewsPicture({ form, onUploading }: Pick<NewsFormProps, "form" | "onUploading">) {
  const upload = useUploadPicture();
  const { errors } = form.formState;
  const [picture, alternative] = form.watch(["picture", "attachmentAlt"]);
  const change = { shouldDirty: true, shouldValidate: true };
  return (
    <PictureField
      id="picture"
      label="Picture"
      optional
      shape="wide"
      hint="Shown behind the text. JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB."
      accept={pictureKinds}
      picture={picture}
      upload={upload}
      objection={pictureObjection}
      error={errors.picture?.message}
      onChange={(next) => form.setValue("picture", next, change)}
      onUploading={onUploading}
      alternative={{
        id: "attachmentAlt",
        text: alternative,
        error: errors.attachmentAlt?.message,
        onChange: (text) => form.setValue("attachmentAlt", text, change),
      }}
    />
  );
}
