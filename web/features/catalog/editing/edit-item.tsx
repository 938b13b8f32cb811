import { type ReactNode, type SubmitEvent, useState } from "react";
import type { Copy, ItemWithCopies } from "#contract/catalog.ts";
import { type CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { Plus, Save } from "#web/ui/icons.tsx";
import { Button } from "#web/ui/actions/button.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { CopyActivity } from "./copy-activity.tsx";
import styles from "./edit-item.module.css";
import { ItemClasses, ItemPicture, ItemWords } from "./item-form.tsx";
import { titleLabels } from "#contract/titles/title-record.ts";
import { baseOf, type ItemFormValues } from "./item-form-values.ts";
import { useItemForm } from "./item-mutations.ts";

const work = keptWork<Kept<ItemFormValues>>();

type EditItemProps = {
  /** Undefined for a new item. */
  item?: ItemWithCopies;
  /** Refetches the item. */
  onReload?: () => Promise<ItemWithCopies | undefined>;
  /** The list of an item's copies with their actions, and the content below it. */
  copies?: (item: ItemWithCopies, activity: (copy: Copy, name: string) => ReactNode, below: ReactNode) => ReactNode;
};

/** A title to fill in, its picture and its copies. Give it a key of the item's id. */
export function EditItem({ item, onReload, copies }: EditItemProps) {
  const form = useItemForm(item);
  const refuseCopy = (refusal: CallFailed) => {
    form.refuse(refusal);
    // its state here is out of date: show what it is now
    if (!isRefusedFor(refusal, "stale")) void onReload?.();
  };
  const adding = (
    <AddCopies
      isNew={!item}
      busy={form.running?.how !== undefined}
      disabled={form.button.disabled}
      onAdd={(count) => void form.submit(count)}
    />
  );
  return (
    <Stack>
      <FormNotices
        form={form}
        stored={baseOf(item)}
        kept={{ in: work, name: String(item?.inventoryId ?? "new") }}
        labels={titleLabels}
        unsaved="Your changes to this item aren’t saved yet."
        reload={async () => {
          const fresh = await onReload?.();
          return fresh && baseOf(fresh);
        }}
      />
      <div className={styles.sides}>
        <Card heading="Details">
          <Form id="item" form={form} label="Item" className={styles.form}>
            <ItemWords form={form} skuLocked={item?.inventoryItems.some(({ isAvailable }) => !isAvailable) ?? false} />
            <ItemClasses form={form} />
          </Form>
        </Card>
        <Card>
          <ItemPicture form={form} />
        </Card>
        <div className={styles.actions}>
          <Button {...form.button} form="item" look={item ? "primary" : "secondary"} icon={<Save size={18} />}>
            {item ? "Save" : "Save without copies"}
          </Button>
          {form.isDirty && <span className={styles.saved}>Not saved yet</span>}
        </div>
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

const most = 50;
const wrongCount = `Number of copies must be from 1 to ${most}.`;

type AddCopiesProps = {
  busy: boolean;
  /** The item itself is invalid. */
  disabled: boolean;
  isNew: boolean;
  onAdd: (copies: number) => void;
};

/** The number of copies to add, and a button that saves the item with them. */
function AddCopies({ busy, disabled, isNew, onAdd }: AddCopiesProps) {
  const [typed, setTyped] = useState("1");
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const copies = /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : 0;
    const isWrong = copies < 1 || copies > most;
    setError(isWrong ? wrongCount : undefined);
    if (isWrong) document.getElementById("copies")?.focus();
    else onAdd(copies);
  };
  return (
    <form className={styles.add} noValidate aria-label="Add copies" onSubmit={submit}>
      <div className={styles.addLine}>
        <TextField
          label="Number of copies"
          name="copies"
          width="xs"
          inputMode="numeric"
          autoComplete="off"
          error={error}
          value={typed}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button
          type="submit"
          look={isNew ? "primary" : "secondary"}
          busy={busy}
          disabled={disabled}
          icon={<Plus size={18} />}
        >
          Add SKU number
        </Button>
      </div>
      <p className={styles.saved}>
        {isNew
          ? "This saves the item with its copies. Each copy gets a number and can be lent right away."
          : "New copies get this SKU number and the next copy numbers. Your changes above are saved too."}
      </p>
    </form>
  );
}
