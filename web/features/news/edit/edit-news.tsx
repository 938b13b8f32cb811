import type { StaffNewsItem } from "#contract/news.ts";
import { useEffect, useRef, useState } from "react";
import { keptWork, useKeptWork, useReturnedWork } from "#web/lib/kept-work.ts";
import { StaleNotice } from "#web/ui/feedback/stale-notice.tsx";
import { WorkIsBack } from "#web/ui/feedback/work-is-back.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import styles from "./edit-news.module.css";
import { NewsForm } from "./news-form.tsx";
import type { NewsBase, NewsFormValues } from "./news-form-values.ts";
import { changedFields, valuesOf, withFieldsOf } from "./news-form-values.ts";
import { NewsPreview } from "./news-preview.tsx";
import { SavedMeanwhile } from "./saved-meanwhile.tsx";
import type { NewsFormHandle } from "./use-news-form.ts";
import { fillIn, useNewsForm } from "./use-news-form.ts";
import { useSaveNews } from "./use-save-news.ts";

const work = keptWork<{ base: NewsBase; values: NewsFormValues }>();

type EditNewsProps = {
  /** Left out: a new one. */
  item?: StaffNewsItem;
  /** Fetches the news item as it is stored now. */
  onReload: () => Promise<StaffNewsItem | undefined>;
};

/** A news item to write: the form, and beside it how it will read. Give it a key of the item's id. */
export function EditNews({ item, onReload }: EditNewsProps) {
  const returned = useReturnedWork(work, String(item?.id ?? "new"));
  const form = useNewsForm(item, returned);
  const baseRef = useRef<NewsBase>(returned?.base ?? { version: item?.version ?? null, values: valuesOf(item) });
  const { isDirty } = form.formState;
  useKeptWork(work, String(item?.id ?? "new"), () =>
    isDirty ? { base: baseRef.current, values: form.getValues() } : undefined,
  );
  const [stale, setStale] = useState<string>();
  const [theirs, setTheirs] = useState<Partial<NewsFormValues>>();
  const [openedAt] = useState(() => new Date().toISOString());
  useFollowing(item, form, baseRef);
  const { saving, save, waitFor } = useSaveNews({
    id: item?.id ?? 0,
    form,
    baseRef,
    onStale: setStale,
    onSaved: () => setTheirs(undefined),
  });

  const reload = async (keeping: boolean) => {
    const fresh = await onReload();
    if (!fresh) return;
    const now = valuesOf(fresh);
    setStale(undefined);
    if (!keeping) {
      setTheirs(undefined);
      baseRef.current = { version: fresh.version, values: now };
      fillIn(form, now, now);
      form.setFocus("title");
      return;
    }
    const typed = form.getValues();
    const mine = changedFields(baseRef.current.values, typed);
    const both = changedFields(baseRef.current.values, now).filter((field) => mine.includes(field));
    setTheirs(Object.fromEntries(both.map((field) => [field, now[field]])));
    baseRef.current = { version: fresh.version, values: now };
    fillIn(form, now, withFieldsOf(now, mine, typed));
  };
  return (
    <Stack>
      {stale && <StaleNotice message={stale} onReload={reload} />}
      {returned && isDirty && <WorkIsBack />}
      {theirs && <SavedMeanwhile theirs={theirs} />}
      <div className={styles.sides}>
        <NewsForm
          form={form}
          saving={saving}
          locked={saving && !item}
          onSave={() => void save()}
          onUploading={waitFor}
        />
        <NewsPreview values={form.watch()} publishedDay={item?.publishedDay ?? openedAt} />
      </div>
    </Stack>
  );
}

/** Nothing typed yet: the form shows what is stored. Something typed: it stays, and a save that is late is refused. */
function useFollowing(item: StaffNewsItem | undefined, form: NewsFormHandle, baseRef: { current: NewsBase }): void {
  const { isDirty } = form.formState;
  const { reset } = form;
  useEffect(() => {
    if (!item || isDirty || item.version === baseRef.current.version) return;
    baseRef.current = { version: item.version, values: valuesOf(item) };
    reset(valuesOf(item));
  }, [item, isDirty, reset, baseRef]);
}
