import type { StaffNewsItem } from "#contract/news.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messages } from "#contract/specified-messages.ts";
import { staffNewsItemQuery } from "#web/features/news/news-queries.ts";
import { call } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { useUploads } from "#web/ui/form/use-uploads.ts";
import { Stack } from "#web/ui/layout/stack.tsx";
import { useNavigate } from "#web/ui/router/router.tsx";
import styles from "./edit-news.module.css";
import { NewsForm } from "./news-form.tsx";
import { baseOf, bodyOf, type NewsFormValues, newsLabels, newsProblems } from "./news-form-values.ts";
import { NewsPreview } from "./news-preview.tsx";

const work = keptWork<Kept<NewsFormValues>>();

type EditNewsProps = {
  /** Undefined for a new one. */
  item?: StaffNewsItem;
  /** Fetches the news item as it is stored now. */
  onReload: () => Promise<StaffNewsItem | undefined>;
};

/** A news item's form with a preview. Use the item's id as its key. */
export function EditNews({ item, onReload }: EditNewsProps) {
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
        reload={async () => {
          const fresh = await onReload();
          return fresh && baseOf(fresh);
        }}
      />
      <div className={styles.sides}>
        <NewsForm form={form} isLocked={form.running !== undefined && !item} />
        <NewsPreview values={form.values} publishedDay={item?.publishedDay ?? openedAt} />
      </div>
    </Stack>
  );
}

/** Saves, and opens the edit page of a new item. */
function useNewsForm(item: StaffNewsItem | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const uploads = useUploads();
  const form = useForm({
    names: Object.keys(newsLabels),
    isStrict: true,
    stored: baseOf(item),
    uploads,
    check: newsProblems,
    save: async (values, version) => {
      const { data } = await call("POST News/SaveItem", { body: bodyOf(item?.id ?? 0, version, values) });
      const { queryKey } = staffNewsItemQuery(data.id);
      client.setQueryData(queryKey, data);
      void client.invalidateQueries({
        predicate: ({ queryKey: other }) => other[0] === "news" && other.join() !== queryKey.join(),
      });
      toast(messages.done.itemSaved);
      return item
        ? { stored: baseOf(data) }
        : { next: () => navigate(`/admin/editnews/${data.id}`, { replace: true }) };
    },
  });
  return { ...form, waitFor: uploads.waitFor };
}
