import type { StaffNewsItem } from "#contract/news.ts";
import { newsRules } from "#contract/news.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Picture } from "#web/lib/upload-picture.ts";

/** The news form as it is typed. */
export type NewsFormValues = {
  title: string;
  content: string;
  link: string;
  picture: Picture | null;
  attachmentAlt: string;
};

/** The version a form stands on, and what the news item said at that version. A new one has neither. */
export type NewsBase = { version: number | null; values: NewsFormValues };

/** What stands in the form when it opens; without an item, nothing. */
export function valuesOf(item: StaffNewsItem | undefined): NewsFormValues {
  if (!item) return { title: "", content: "", link: "", picture: null, attachmentAlt: "" };
  const { title, content, link, attachment, attachmentId, attachmentAlt } = item;
  const picture = attachment &&
    attachmentId !== null && {
      id: attachmentId,
      url: attachment.attachmentUrl,
      srcset: attachment.attachmentSrcset,
      fileName: attachment.fileName,
    };
  return { title, content, link, picture: picture || null, attachmentAlt };
}

/** What is sent to be saved; id 0 adds. */
export function bodyOf(id: number, version: number | null, { picture, ...values }: NewsFormValues) {
  const attachmentAlt = picture ? values.attachmentAlt.trim() : "";
  return { id, version, ...texts(values), attachmentId: picture?.id ?? 0, attachmentAlt };
}

/** What is wrong with them, in the contract's sentences, as the server will judge them. */
export function newsProblems(values: NewsFormValues): FieldError[] {
  return brokenRules(newsRules, { ...texts(values), attachmentAlt: values.attachmentAlt.trim() });
}

const texts = ({ title, content, link }: Pick<NewsFormValues, "title" | "content" | "link">) => ({
  title: title.trim(),
  content: content.trim(),
  link: link.trim(),
});

const names = ["title", "content", "link", "picture", "attachmentAlt"] as const;

/** The field of the form that a field of the API is typed in, if there is one. */
export function fieldOf(field: string): keyof NewsFormValues | undefined {
  return field === "attachmentId" ? "picture" : names.find((name) => name === field);
}

/** The fields in which two fillings differ. */
export function changedFields(before: NewsFormValues, after: NewsFormValues): (keyof NewsFormValues)[] {
  return names.filter((name) =>
    name === "picture" ? before.picture?.id !== after.picture?.id : before[name] !== after[name],
  );
}

/** One filling with some fields of another. */
export function withFieldsOf(
  values: NewsFormValues,
  fields: readonly (keyof NewsFormValues)[],
  from: NewsFormValues,
): NewsFormValues {
  return { ...values, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}
