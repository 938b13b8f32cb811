import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import type { Copy, ItemWithCopies } from "#contract/catalogue.ts";
import { messages } from "#contract/specified-messages.ts";
import { type CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { Save } from "#web/ui/icons.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { StaleNotice } from "#web/ui/feedback/stale-notice.tsx";
import { WorkIsBack } from "#web/ui/feedback/work-is-back.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { AddCopies } from "./add-copies.tsx";
import { BothChanged } from "./both-changed.tsx";
import { CopyActivity } from "./copy-activity.tsx";
import styles from "./edit-item.module.css";
import { ItemClasses, ItemPicture, ItemWords } from "./item-form.tsx";
import type { ItemFormValues } from "./item-form-values.ts";
import { baseOf, differences } from "./item-form-values.ts";
import type { ItemForm } from "./use-item-form.ts";
import { useItemForm } from "./use-item-form.ts";
import { useSaving } from "./use-saving.ts";

type EditItemProps = {
  /** Left out: a new item. */
  item?: ItemWithCopies;
  /** Fetches the item as it stands now. */
  onReload?: () => Promise<ItemWithCopies | undefined>;
  /** The list of an item's copies, with what can be done with each, and with what stands below it. */
  copies?: (item: ItemWithCopies, activity: (copy: Copy, name: string) => ReactNode, below: ReactNode) => ReactNode;
};

/** A title to fill in, its picture and its copies. Give it a key of the item's id. */
export function EditItem({ item, onReload, copies }: EditItemProps) {
  const form = useItemForm(item);
  const [stale, setStale] = useState<string>();
  const [theirs, setTheirs] = useState<Partial<ItemFormValues>>({});
  const { running, run, refuse, onUploading } = useSaving({
    form,
    item,
    onSaved: () => setTheirs({}),
    onStale: setStale,
  });
  useFollowing(item, form);

  const reload = async (keeping: boolean) => {
    const fresh = await onReload?.();
    if (!fresh) return;
    const { base, values } = form;
    const stored = baseOf(fresh);
    const here = differences(values, base.values);
    const both = differences(stored.values, base.values).filter((name) => here.includes(name));
    setTheirs(keeping ? Object.fromEntries(both.map((name) => [name, stored.values[name]])) : {});
    form.follow(stored, keeping ? base.values : values);
    setStale(undefined);
    document.getElementById("title")?.focus();
  };
  const refuseCopy = (refusal: CallFailed) => {
    refuse(refusal);
    // its state here is out of date: show what it is now
    if (!isRefusedFor(refusal, "stale")) void onReload?.();
  };
  const adding = (
    <AddCopies
      isNew={!item}
      busy={running === "add"}
      disabled={form.problems.length > 0}
      onAdd={(count) => void run(count)}
    />
  );
  return (
    <Stack>
      <Notices form={form} stale={stale} theirs={theirs} onReload={reload} />
      <div className={styles.sides}>
        <Card heading="Details">
          <form
            className={styles.form}
            id="item"
            noValidate
            aria-label="Item"
            onSubmit={(event) => {
              event.preventDefault();
              void run();
            }}
          >
            <ItemWords form={form} skuLocked={item?.inventoryItems.some(({ isAvailable }) => !isAvailable) ?? false} />
            <ItemClasses form={form} />
          </form>
        </Card>
        <Card>
          <ItemPicture form={form} onUploading={onUploading} />
        </Card>
        <SaveItem isNew={!item} busy={running === "save"} form={form} />
        <div className={styles.wide}>
          {item && copies ? (
            copies(
              item,
              (copy, name) => <CopyActivity item={item} copy={copy} name={name} onRefused={refuseCopy} />,
              adding,
            )
          ) : (
            <Card heading="Copies">{adding}</Card>
          )}
        </div>
      </div>
    </Stack>
  );
}

function SaveItem({ isNew, busy, form }: { isNew: boolean; busy: boolean; form: ItemForm }) {
  return (
    <div className={styles.actions}>
      <Button
        type="submit"
        form="item"
        look={isNew ? "secondary" : "primary"}
        busy={busy}
        disabled={form.problems.length > 0}
        icon={<Save size={18} aria-hidden="true" />}
      >
        {isNew ? "Save without copies" : "Save"}
      </Button>
      {form.dirty && <span className={styles.saved}>Not saved yet</span>}
    </div>
  );
}

type NoticesProps = {
  form: ItemForm;
  stale: string | undefined;
  theirs: Partial<ItemFormValues>;
  onReload: (keeping: boolean) => Promise<void>;
};

/** What is to be known above the form. */
function Notices({ form, stale, theirs, onReload }: NoticesProps) {
  return (
    <>
      {stale && <StaleNotice message={stale} onReload={onReload} />}
      {form.hasReturned && form.dirty && <WorkIsBack />}
      <BothChanged theirs={theirs} />
      <ErrorSummary title={messages.field.correctInvalid} problems={form.problems} attempt={form.attempt} />
    </>
  );
}

/** Nothing typed: the form shows what is stored. Something typed: it stays, and only its version may move on. */
function useFollowing(item: ItemWithCopies | undefined, form: ItemForm): void {
  useEffect(() => {
    if (!item || item.version === form.base.version) return;
    const stored = baseOf(item);
    if (!form.dirty) form.follow(stored, form.values);
    else if (differences(stored.values, form.base.values).length === 0) form.standOn(stored);
  }, [item, form]);
}
