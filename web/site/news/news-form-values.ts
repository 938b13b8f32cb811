import { newsRules, type StaffNewsItem } from "#contract/site/news.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Base } from "#web/ui/form/form-state.ts";
import type { Picture } from "#web/lib/files.ts";

const emptyTexts = {
  title: "",
  content: "",
  link: "",
  attachmentAlt: "",
  titleInSpanish: "",
  contentInSpanish: "",
  attachmentAltInSpanish: "",
};

export type NewsFormValues = typeof emptyTexts & {
  attachmentId: Picture | null;
  /** Whether the Spanish version is still accurate after a change to the English one. */
  spanishStillFits: boolean;
};

export const newsLabels: Record<keyof NewsFormValues, string> = {
  title: "Title",
  content: "Content",
  link: "Link",
  attachmentId: "Picture",
  attachmentAlt: "Alternative text",
  titleInSpanish: "Title in Spanish",
  contentInSpanish: "Content in Spanish",
  attachmentAltInSpanish: "Alternative text in Spanish",
  spanishStillFits: "The Spanish version is still accurate",
};

export function baseOf(item: StaffNewsItem | undefined): Base<NewsFormValues> {
  if (!item) return { version: null, values: { ...emptyTexts, attachmentId: null, spanishStillFits: false } };
  const { version, title, content, link, attachment, attachmentId: id, attachmentAlt } = item;
  const { titleInSpanish, contentInSpanish, attachmentAltInSpanish } = item;
  const picture =
    attachment && id !== null
      ? { id, url: attachment.attachmentUrl, srcset: attachment.attachmentSrcset, fileName: attachment.fileName }
      : null;
  const spanish = { titleInSpanish, contentInSpanish, attachmentAltInSpanish, spanishStillFits: false };
  return { version, values: { title, content, link, attachmentId: picture, attachmentAlt, ...spanish } };
}

export function bodyOf(id: number, version: Base<NewsFormValues>["version"], values: NewsFormValues) {
  const { attachmentId: picture, ...texts } = trimAll(values);
  const { attachmentAlt, attachmentAltInSpanish } = picture ? texts : emptyTexts;
  return { id, version, ...texts, attachmentId: picture?.id ?? 0, attachmentAlt, attachmentAltInSpanish };
}

/** Returns the errors, by the same rules as the server. */
export function newsProblems(values: NewsFormValues): FieldError[] {
  return brokenRules(newsRules, trimAll(values));
}

const trimAll = (values: NewsFormValues) => ({
  title: values.title.trim(),
  content: values.content.trim(),
  link: values.link.trim(),
  attachmentId: values.attachmentId,
  attachmentAlt: values.attachmentAlt.trim(),
  titleInSpanish: values.titleInSpanish.trim(),
  contentInSpanish: values.contentInSpanish.trim(),
  attachmentAltInSpanish: values.attachmentAltInSpanish.trim(),
  spanishStillFits: values.spanishStillFits,
});
