import { messages } from "#contract/specified-messages.ts";
import { pictureKinds, pictureObjection, useUploadPicture } from "#web/lib/upload-picture.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Save } from "#web/ui/icons.tsx";
import { Form } from "#web/ui/form/form.tsx";
import type { FormHandle } from "#web/ui/form/use-form.ts";
import type { useUploads } from "#web/ui/form/use-uploads.ts";
import { PictureField } from "#web/ui/forms/picture/picture-field.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Row } from "#web/ui/layout/stack.tsx";
import styles from "./edit-news.module.css";
import type { NewsFormValues } from "./news-form-values.ts";

type NewsFormProps = {
  form: FormHandle<NewsFormValues> & Pick<ReturnType<typeof useUploads>, "waitFor">;
  /** Read-only while a new item is saved and its page is about to change. */
  isLocked: boolean;
};

/** Title, content, link and picture. */
export function NewsForm({ form, isLocked }: NewsFormProps) {
  const { disabled } = form.button;
  return (
    <Form form={form} label="News item" className={styles.form}>
      <TextField label="Title" width="full" autoComplete="off" readOnly={isLocked} {...form.field("title")} />
      <TextAreaField
        label="Content"
        width="full"
        rows={12}
        hint={<WritingHint />}
        readOnly={isLocked}
        {...form.field("content")}
      />
      <TextField
        label="Link"
        optional
        width="full"
        inputMode="url"
        readOnly={isLocked}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="A web address that starts with https://. Visitors see it as a “Learn more” button."
        {...form.field("link")}
      />
      <NewsPicture form={form} />
      <Row>
        <Button
          {...form.button}
          look="primary"
          aria-describedby={disabled ? "why-not" : undefined}
          icon={<Save size={18} />}
        >
          Save
        </Button>
        {disabled && (
          <p id="why-not" className={styles.quiet}>
            {form.problems.length > 0 ? messages.field.correctInvalid : "Enter a title and content to save."}
          </p>
        )}
      </Row>
    </Form>
  );
}

/** Markdown help in four lines. */
function WritingHint() {
  return (
    <ul className={styles.hint}>
      <li>A blank line starts a new paragraph.</li>
      <li>
        <code>[our catalog](https://example.org)</code> makes a link.
      </li>
      <li>
        <code>- apples</code> on its own line makes a list item, <code>## Apples</code> a heading.
      </li>
    </ul>
  );
}

function NewsPicture({ form }: Pick<NewsFormProps, "form">) {
  const upload = useUploadPicture();
  return (
    <PictureField
      id="attachmentId"
      label="Picture"
      optional
      shape="wide"
      hint="Shown behind the text. JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB."
      accept={pictureKinds}
      picture={form.values.attachmentId}
      upload={upload}
      objection={pictureObjection}
      error={form.errorOf("attachmentId")}
      onChange={(attachmentId) => form.change({ attachmentId })}
      onUploading={form.waitFor("attachmentId")}
      alternative={{
        id: "attachmentAlt",
        text: form.values.attachmentAlt,
        error: form.errorOf("attachmentAlt"),
        onChange: (attachmentAlt) => form.change({ attachmentAlt }),
      }}
    />
  );
}
