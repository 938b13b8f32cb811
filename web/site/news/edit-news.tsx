import { useUploads } from "#web/ui/form/editing.ts";
import { useNavigate } from "#web/ui/router.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { pictureKinds, pictureObjection, useUploadPicture } from "#web/lib/files.ts";
import { TextAreaField, TextField } from "#web/ui/forms/text-fields.tsx";
import { PictureField } from "#web/ui/forms/picture-field.tsx";
import { CheckboxField } from "#web/ui/forms/choice-fields.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import type { StaffNewsItem } from "#contract/site/news.ts";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messages } from "#contract/wire/specified-messages.ts";
import { call } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { englishChangedNote, FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { baseOf, bodyOf, type NewsFormValues, newsLabels, newsProblems } from "./news-form-values.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { Save } from "#web/ui/icons.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { usePreviewLanguage } from "#web/language/use-language.ts";
import { LanguageContext } from "#web/language/use-language.ts";
import { useLinksInNewTab } from "#web/ui/navigation/links.tsx";
import { NewsArticle } from "./news-article.tsx";
import { newsPreviewQuery, staffNewsItemQuery } from "#web/site/staff-site-queries.ts";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { Card } from "#web/ui/card.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import styles from "#web/site/editor.module.css";

const work = keptWork<Kept<NewsFormValues>>();

export function EditNews({ item }: { item?: StaffNewsItem }) {
  const client = useQueryClient();
  const form = useNewsForm(item);
  const [openedAt] = useState(() => new Date().toISOString());
  return (
    <Stack>
      <FormNotices
        form={form}
        stored={baseOf(item)}
        kept={{ in: work, name: String(item?.id ?? "new") }}
        labels={newsLabels}
        unsaved="Your changes to this news item aren’t saved yet."
        reload={async () => item && baseOf(await client.query({ ...staffNewsItemQuery(item.id), staleTime: 0 }))}
      />
      <div className={styles.sides}>
        <NewsForm
          form={form}
          isLocked={form.running !== undefined && !item}
          englishChangedAt={item?.englishChangedAt ?? null}
        />
        <NewsPreview values={form.values} publishedDay={item?.publishedDay ?? openedAt} />
      </div>
    </Stack>
  );
}

function useNewsForm(item: StaffNewsItem | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const uploads = useUploads();
  const form = useForm({
    names: Object.keys(newsLabels),
    disabled: "while invalid",
    stored: baseOf(item),
    uploads,
    check: newsProblems,
    save: async (values, version) => {
      const { data } = await call("POST News/SaveItem", { body: bodyOf(item?.id ?? 0, version, values) });
      const { queryKey } = staffNewsItemQuery(data.id);
      client.setQueryData(queryKey, data);
      void client.invalidateQueries({
        predicate: ({ queryKey: key }) => key[0] === "news" && key.join() !== queryKey.join(),
      });
      toast(messages.done.itemSaved);
      return item
        ? { stored: baseOf(data) }
        : { next: () => navigate(`/admin/editnews/${data.id}`, { replace: true }) };
    },
  });
  return { ...form, waitFor: uploads.waitFor };
}

type NewsFormProps = {
  form: ReturnType<typeof useNewsForm>;
  /** Read-only while a new item is saved and its page is about to change. */
  isLocked: boolean;
  englishChangedAt: string | null;
};

function NewsForm({ form, isLocked, englishChangedAt }: NewsFormProps) {
  const { disabled } = form.button;
  return (
    <Form form={form} label="News item" spaced>
      <TextField label="Title" width="full" autoComplete="off" readOnly={isLocked} {...form.field("title")} />
      <TextAreaField
        label="Content"
        width="full"
        rows={12}
        hint={
          <ul className={styles.hint}>
            <li>A blank line starts a new paragraph.</li>
            <li>
              <code>[our catalog](https://example.org)</code> makes a link.
            </li>
            <li>
              <code>- apples</code> on its own line makes a list item, <code>## Apples</code> a heading.
            </li>
          </ul>
        }
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
      <PictureField
        id="attachmentId"
        label="Picture"
        optional
        shape="wide"
        hint="Shown behind the text. JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB."
        accept={pictureKinds}
        picture={form.values.attachmentId}
        upload={useUploadPicture()}
        objection={pictureObjection}
        error={form.errorOf("attachmentId")}
        onChange={(attachmentId) => form.change({ attachmentId, attachmentAltInSpanish: "" })}
        onUploading={form.waitFor("attachmentId")}
        alternative={{
          id: "attachmentAlt",
          text: form.values.attachmentAlt,
          error: form.errorOf("attachmentAlt"),
          onChange: (attachmentAlt) => form.change({ attachmentAlt }),
        }}
      />
      <SpanishVersion form={form} isLocked={isLocked} englishChangedAt={englishChangedAt} />
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

function SpanishVersion({ form, isLocked, englishChangedAt }: NewsFormProps) {
  return (
    <>
      {englishChangedAt !== null && (
        <Alert tone="warning" title="Spanish version">
          <p>{englishChangedNote(englishChangedAt)}</p>
          <CheckboxField
            label={newsLabels.spanishStillFits}
            name="spanishStillFits"
            checked={form.values.spanishStillFits}
            disabled={isLocked}
            onChange={({ target }) => form.change({ spanishStillFits: target.checked })}
          />
        </Alert>
      )}
      <TextField
        label="Title in Spanish"
        optional
        lang="es"
        width="full"
        autoComplete="off"
        readOnly={isLocked}
        {...form.field("titleInSpanish")}
      />
      <TextAreaField
        label="Content in Spanish"
        optional
        lang="es"
        width="full"
        rows={12}
        hint="Without a Spanish version, Spanish readers see the English one."
        readOnly={isLocked}
        {...form.field("contentInSpanish")}
      />
      {form.values.attachmentId && (
        <TextField
          label="Alternative text in Spanish"
          optional
          lang="es"
          width="full"
          autoComplete="off"
          readOnly={isLocked}
          {...form.field("attachmentAltInSpanish")}
        />
      )}
    </>
  );
}

/** Milliseconds without typing before a preview request. */
const typingPauseMs = 400;

function NewsPreview({ values, publishedDay }: { values: NewsFormValues; publishedDay: string }) {
  const { language: previewLanguage, inSpanish } = usePreviewLanguage();
  const { link, attachmentId: picture } = values;
  const isSpanish = previewLanguage.code === "es" && values.titleInSpanish.trim() !== "";
  const title = isSpanish ? values.titleInSpanish : values.title;
  const attachmentAlt = isSpanish ? values.attachmentAltInSpanish : values.attachmentAlt;
  const content = useSettled((isSpanish ? values.contentInSpanish : values.content).trim());
  const language = previewLanguage.code === "en" ? undefined : isSpanish ? "es" : "en";
  const preview = useQuery(newsPreviewQuery(content));
  const box = useRef<HTMLDivElement>(null);
  useLinksInNewTab(box);
  const attachment = picture && {
    fileName: picture.fileName,
    attachmentUrl: picture.url,
    attachmentSrcset: picture.srcset,
  };
  return (
    <Card
      heading="Preview"
      className={styles.preview}
      actions={<Button size="small" look="secondary" {...inSpanish} />}
    >
      {title.trim() === "" && content === "" ? (
        <p className={styles.quiet}>See your text as visitors will see it.</p>
      ) : (
        <LanguageContext value={previewLanguage}>
          <div ref={box} lang={previewLanguage.code}>
            <Stack>
              <h3 className={styles.newsTitle} lang={language}>
                {title}
              </h3>
              <Fetched
                query={{ ...preview, data: (content && preview.data?.contentHtml) ?? "" }}
                what="preview"
                skeleton={null}
              >
                {(contentHtml) => (
                  <NewsArticle
                    item={{ contentHtml, language, link: link.trim(), publishedDay, attachment, attachmentAlt }}
                  />
                )}
              </Fetched>
            </Stack>
          </div>
        </LanguageContext>
      )}
    </Card>
  );
}

/** Returns a value once it stops changing for a moment. */
function useSettled(value: string): string {
  const [settledValue, setSettledValue] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettledValue(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settledValue;
}
