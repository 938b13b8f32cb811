import { newsRules, type StaffNewsItem } from "#contract/news.ts";
import type { FieldError } from "#contract/wire/endpoint.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import type { Picture } from "#web/lib/upload-picture.ts";
import type { Base } from "#web/ui/form/form-state.ts";

/** The news form as it is typed. */
export type NewsFormValues = {
  title: string;
  content: string;
  link: string;
  attachmentId: Picture | null;
  attachmentAlt: string;
};

/** The fields in the order of the form, and what each is called. */
export const newsLabels: Record<keyof NewsFormValues, string> = {
  title: "Title",
  content: "Content",
  link: "Link",
  attachmentId: "Picture",
  attachmentAlt: "Alternative text",
};

/** What the form opens on; a new one has no version. */
export function baseOf(item: StaffNewsItem | undefined): Base<NewsFormValues> {
  return { version: item?.version ?? null, values: valuesOf(item) };
}

/** The initial values of the form; empty without an item. */
export function valuesOf(item: StaffNewsItem | undefined): NewsFormValues {
  if (!item) return { title: "", content: "", link: "", attachmentId: null, attachmentAlt: "" };
  const { title, content, link, attachment, attachmentId, attachmentAlt } = item;
  const picture = attachment &&
    attachmentId !== null && {
      id: attachmentId,
      url: attachment.attachmentUrl,
      srcset: attachment.attachmentSrcset,
      fileName: attachment.fileName,
    };
  return { title, content, link, attachmentId: picture || null, attachmentAlt };
}

/** The body of a save; id 0 adds. */
export function bodyOf(
  id: number,
  version: Base<NewsFormValues>["version"],
  { attachmentId: picture, ...values }: NewsFormValues,
) {
  const attachmentAlt = picture ? values.attachmentAlt.trim() : "";
  return { id, version, ...texts(values), attachmentId: picture?.id ?? 0, attachmentAlt };
}

/** The errors, in the contract's sentences, as the server will judge them. */
export function newsProblems(values: NewsFormValues): FieldError[] {
  return brokenRules(newsRules, { ...texts(values), attachmentAlt: values.attachmentAlt.trim() });
}

const texts = ({ title, content, link }: Pick<NewsFormValues, "title" | "content" | "link">) => ({
  title: title.trim(),
  content: content.trim(),
  link: link.trim(),
});
