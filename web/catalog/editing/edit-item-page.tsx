import { routeId } from "#web/lib/filters/address-filters.ts";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Copy, ItemWithCopies } from "#contract/catalog/catalog.ts";
import { limits } from "#contract/catalog/codes.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { titleLabels } from "#contract/catalog/title-record.ts";
import { HistoryLink } from "#web/admin/activity-log.tsx";
import { itemQuery } from "#web/catalog/catalog-queries.ts";
import { AddCopies, copiesIn, oneCopy, CopyActivity, type CopyDone, UndoCopy } from "./edit-copies.tsx";
import { ItemClasses, itemFormId, ItemPicture, ItemWords, MoreDetails } from "./item-form.tsx";
import { useIsbnLookUp } from "./isbn-field.tsx";
import { baseOf, duplicateOf, type ItemFormValues, useItemForm, useUpdateCopy } from "./item-mutations.ts";
import { StockTable } from "#web/orders/stock-table.tsx";
import { ArchivedTitle, QrCodeLink, TitleActions } from "./title-actions.tsx";
import { TitleText } from "#web/language/title-text.tsx";
import { type CallFailed, isRefusedFor, refusalOf } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { Button, ButtonLink } from "#web/ui/actions/button.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Base, Kept } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Eye, Save } from "#web/ui/icons.tsx";
import { inventory } from "#web/catalog/staff-catalog-queries.ts";
import { Card } from "#web/ui/card.tsx";
import { Page, Row, Stack } from "#web/ui/layout.tsx";
import { VisuallyHidden } from "#web/ui/accessibility.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { DialogButton } from "#web/ui/actions/action-button.tsx";
import { Link, Navigate, useLocation, useParams, useSearchParams } from "#web/ui/router.tsx";
import styles from "./edit-item.module.css";

const work = keptWork<Kept<ItemFormValues>>();

const back = <BackToList path={inventory.path}>Back to Inventory</BackToList>;

/** Renders admin/item/{id}; a non-numeric id adds an item. */
export function AdminEditItemPage() {
  const { itemId = "" } = useParams();
  if (!/^\d+$/.test(itemId)) return <Add />;
  const id = routeId(itemId);
  return id === undefined ? <Navigate to="/notfound" replace /> : <Edit key={id} id={String(id)} />;
}

function Add() {
  const [address] = useSearchParams();
  const from = routeId(address.get("from") ?? undefined);
  const addedId = addedIdOf(useLocation().state);
  return (
    <Page heading="Add item" back={back}>
      {addedId !== undefined && <AddedItem key={addedId} id={String(addedId)} />}
      {from === undefined ? <EditItem key={addedId} /> : <Duplicate key={from} id={String(from)} />}
    </Page>
  );
}

const addedIdOf = (state: unknown) =>
  typeof state === "object" && state !== null && "added" in state ? routeId(String(state.added)) : undefined;

function Duplicate({ id }: { id: string }) {
  return (
    <Fetched query={useQuery(itemQuery(id))} what="item" skeleton={<Skeleton height="60rem" />}>
      {(item) => <EditItem start={duplicateOf(item)} />}
    </Fetched>
  );
}

/** Links to the new item, for clerks who add many in a row. */
function AddedItem({ id }: { id: string }) {
  const { data } = useQuery(itemQuery(id));
  useEffect(() => document.getElementById("title")?.focus(), []);
  if (!data) return null;
  return (
    <Alert tone="success">
      Saved:{" "}
      <Link to={`/admin/viewitem/${id}`}>
        #{data.referenceNumber} <TitleText of={data} />
      </Link>
    </Alert>
  );
}

function Edit({ id }: { id: string }) {
  const query = useQuery(itemQuery(id));
  const state: unknown = useLocation().state;
  const actions = (
    <>
      <HistoryLink kind="item" subjectId={Number(id)} />
      <TitleActions id={id} item={query.data} />
      <ButtonLink to={`/admin/viewitem/${id}`} state={state} icon={<Eye size={18} />}>
        View
      </ButtonLink>
    </>
  );
  return (
    <Page
      heading="Edit item"
      documentTitle={query.data ? `Edit ${query.data.title}` : "Edit item"}
      lead={query.data && <TitleText of={query.data} />}
      back={back}
      actions={actions}
    >
      <Fetched query={query} what="item" skeleton={<Skeleton height="60rem" />}>
        {(item) => <EditItem item={item} />}
      </Fetched>
    </Page>
  );
}

type EditItemProps = {
  item?: ItemWithCopies;
  /** The initial values of a new title. */
  start?: Base<ItemFormValues>;
};

function EditItem({ item, start = baseOf(item) }: EditItemProps) {
  const client = useQueryClient();
  const [copies, setCopies] = useState(oneCopy);
  const form = useItemForm(item, start, copies === oneCopy ? undefined : copiesIn(copies));
  const lookUp = useIsbnLookUp(form);
  const [lastChange, setLastChange] = useState<CopyDone>();
  const [copiesBefore, setCopiesBefore] = useState(item?.inventoryItems.length);
  if (item && copiesBefore !== item.inventoryItems.length) {
    setCopiesBefore(item.inventoryItems.length);
    setCopies(oneCopy); // the typed copies were added
  }
  const id = String(item?.inventoryId ?? "new");
  const own = itemQuery(id);
  const refuseCopy = (refusal: CallFailed) => {
    form.refuse(refusal);
    // the page is out of date: show the current state
    if (!isRefusedFor(refusal, "stale")) void client.invalidateQueries({ queryKey: own.queryKey });
  };
  const addForm = (
    <AddCopies
      isNew={!item}
      busy={form.running?.how !== undefined}
      disabled={form.button.disabled}
      hint={
        item
          ? "They get this SKU number and the next copy numbers. Your changes are saved, too."
          : "This saves the item with its copies. Each copy gets a number and can be lent right away."
      }
      text={copies}
      onText={setCopies}
      onAdd={(count) => void form.submit({ copies: count, isAnother: false })}
      {...(!item && { onAddAnother: (count: number) => void form.submit({ copies: count, isAnother: true }) })}
    />
  );
  return (
    <Stack>
      {item && <ArchivedTitle item={item} />}
      <FormNotices
        form={form}
        stored={start}
        kept={{ in: work, name: id }}
        labels={titleLabels}
        unsaved="Your changes to this item aren’t saved yet."
        reload={async () => item && baseOf(await client.query({ ...own, staleTime: 0 }))}
      />
      <div className={styles.sides}>
        <Card heading="Details" className={styles.details}>
          <Form id={itemFormId} form={form} label="Item" spaced>
            <ItemWords form={form} lookUp={lookUp} item={item} />
            <ItemClasses form={form} of={item} />
          </Form>
        </Card>
        <Card>
          <ItemPicture form={form} />
        </Card>
        <Card heading={item ? "New copies" : "Copies"} className={styles.copies}>
          {addForm}
        </Card>
        <Card className={styles.left}>
          <MoreDetails form={form} lookUp={lookUp} ownId={item?.inventoryId} />
        </Card>
        <div className={styles.actions}>
          <Button {...form.button} form={itemFormId} look={item ? "primary" : "secondary"} icon={<Save size={18} />}>
            Save
          </Button>
          {form.isDirty && <span className={styles.saved}>Not saved yet</span>}
        </div>
        {item && (
          <div className={styles.wide}>
            <StockTable
              item={item}
              activity={(copy, name) => (
                <Row>
                  <CopyActivity item={item} copy={copy} name={name} onRefused={refuseCopy} onDone={setLastChange} />
                  <CopyShelf item={item} copy={copy} name={name} />
                  <QrCodeLink copy={copy} name={name} />
                </Row>
              )}
            >
              <div aria-live="polite">
                {lastChange && <UndoCopy item={item} done={lastChange} onUndone={() => setLastChange(undefined)} />}
              </div>
            </StockTable>
          </div>
        )}
      </div>
    </Stack>
  );
}

const tooLong = { field: "copyShelf", message: ownMessages.tooLong("Shelf location", limits.shelfLocation) };

type CopyShelfProps = { item: ItemWithCopies; copy: Copy; name: string };

function CopyShelf({ name, ...of }: CopyShelfProps) {
  return (
    <DialogButton size="small" look="quiet" dialog={(onClose) => <ShelfDialog {...of} name={name} onClose={onClose} />}>
      Shelf<VisuallyHidden> of {name}</VisuallyHidden>
    </DialogButton>
  );
}

function ShelfDialog({ item, copy, name, onClose }: CopyShelfProps & { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const save = useUpdateCopy(item, copy);
  const form = useForm({
    names: ["copyShelf"],
    stored: { version: item.version, values: { copyShelf: copy.shelfLocation } },
    check: ({ copyShelf }) => (copyShelf.trim().length > limits.shelfLocation ? [tooLong] : []),
    objection: refusalOf,
    save: async ({ copyShelf }, version) => {
      await save({ shelfLocation: copyShelf.trim() }, version);
      onClose();
      return {};
    },
  });
  return (
    <FormDialog form={form} onClose={onClose} title={`Shelf location of ${name}`} send="Save" initialFocus={field}>
      <TextField
        {...form.field("copyShelf")}
        ref={field}
        label="Shelf location of this copy"
        hint={`Leave blank if it’s shelved with its title${item.shelfLocation && `, at ${item.shelfLocation}`}.`}
        optional
        autoComplete="off"
      />
    </FormDialog>
  );
}
