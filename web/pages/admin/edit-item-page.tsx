import type { ItemWithCopies } from "#contract/catalog.ts";
import { titleLabels } from "#contract/titles/title-record.ts";
import { TitleText } from "#web/language/title-text.tsx";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useLocation, useParams } from "#web/ui/router/router.tsx";
import { adminFilters } from "#web/features/catalog/admin-list/admin-list-queries.ts";
import { itemQuery } from "#web/features/catalog/catalog-queries.ts";
import { AddCopies, CopyActivity } from "#web/features/catalog/editing/edit-copies.tsx";
import styles from "#web/features/catalog/editing/edit-item.module.css";
import { baseOf, type ItemFormValues } from "#web/features/catalog/editing/item-form-values.ts";
import { ItemClasses, ItemPicture, ItemWords } from "#web/features/catalog/editing/item-form.tsx";
import { useItemForm } from "#web/features/catalog/editing/item-mutations.ts";
import { StockTable } from "#web/features/circulation/stock-table.tsx";
import { QrCodeLink } from "#web/features/labels/sheets/qr-code-link.tsx";
import { HistoryLink } from "#web/features/audit/history-link.tsx";
import { type CallFailed, isRefusedFor } from "#web/lib/call.ts";
import { keptWork } from "#web/lib/kept-work.ts";
import { routeId } from "#web/lib/route-id.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Eye, Printer, Save } from "#web/ui/icons.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { FormNotices } from "#web/ui/form/form-notices.tsx";
import type { Kept } from "#web/ui/form/form-state.ts";
import { Form } from "#web/ui/form/form.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";

const work = keptWork<Kept<ItemFormValues>>();

const back = <BackToList path={adminFilters.path}>Back to Inventory</BackToList>;

/** admin/item/{id}; a non-numeric id adds an item */
export function AdminEditItemPage() {
  const { itemId = "" } = useParams();
  if (!/^\d+$/.test(itemId)) {
    return (
      <Page heading="Add item" back={back}>
        <EditItem />
      </Page>
    );
  }
  const id = routeId(itemId);
  return id === undefined ? <Navigate to="/notfound" replace /> : <Edit key={id} id={String(id)} />;
}

function Edit({ id }: { id: string }) {
  const query = useQuery(itemQuery(id));
  const state: unknown = useLocation().state;
  const actions = (
    <>
      <HistoryLink kind="item" subjectId={Number(id)} />
      <ButtonLink to={`/admin/labels?item=${id}`} icon={<Printer size={18} />}>
        Print labels
      </ButtonLink>
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
        {(item) => <EditItem item={item} onReload={async () => (await query.refetch()).data} />}
      </Fetched>
    </Page>
  );
}

type EditItemProps = { item?: ItemWithCopies; onReload?: () => Promise<ItemWithCopies | undefined> };

/** A title to fill in, its picture and its copies. */
function EditItem({ item, onReload }: EditItemProps) {
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
          {item ? (
            <StockTable
              item={item}
              activity={(copy, name) => (
                <Row>
                  <CopyActivity item={item} copy={copy} name={name} onRefused={refuseCopy} />
                  <QrCodeLink copy={copy} name={name} />
                </Row>
              )}
            >
              {adding}
            </StockTable>
          ) : (
            <Card heading="Copies">{adding}</Card>
          )}
        </div>
      </div>
    </Stack>
  );
}
