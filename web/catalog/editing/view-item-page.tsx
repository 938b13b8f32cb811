import { useLocation, useParams } from "#web/ui/router.tsx";
import { Page, Stack } from "#web/ui/layout.tsx";
import { Fetched } from "#web/ui/feedback/loading.tsx";
import { BackToList } from "#web/ui/navigation/links.tsx";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { ItemWithCopies } from "#contract/catalog/catalog.ts";
import { HistoryLink } from "#web/admin/activity-log.tsx";
import { itemQuery } from "#web/catalog/catalog-queries.ts";
import { AddCopies, oneCopy } from "./edit-copies.tsx";
import { useAddCopies } from "./item-mutations.ts";
import { ItemDetail, ItemDetailSkeleton } from "#web/catalog/item/item-detail.tsx";
import { StockTable } from "#web/orders/stock-table.tsx";
import { ScannedCopy } from "#web/desk/scanning/scan-copies.tsx";
import { ArchivedTitle, QrCodeLink, TitleActions } from "./title-actions.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { ForRole, useMay } from "#web/lib/session.ts";
import { Pencil } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";
import { inventory } from "#web/catalog/staff-catalog-queries.ts";

const back = <BackToList path={inventory.path}>Back to Inventory</BackToList>;

export function AdminViewItemPage() {
  const { id = "" } = useParams();
  const { langOf } = useLanguage();
  const query = useQuery(itemQuery(id));
  const mayEdit = useMay("clerk");
  const state: unknown = useLocation().state;
  const actions = (
    <ForRole least="clerk">
      <HistoryLink kind="item" subjectId={Number(id)} />
      <TitleActions id={id} item={query.data} />
      <ButtonLink to={`/admin/item/${id}`} state={state} look="primary" icon={<Pencil size={18} />}>
        Edit
      </ButtonLink>
    </ForRole>
  );
  return (
    <Page
      heading={query.data?.title ?? "Item"}
      headingLang={query.data && langOf(query.data)}
      back={back}
      actions={query.data && actions}
    >
      <Fetched query={query} what="item" skeleton={<ItemDetailSkeleton />}>
        {(item) => (
          <Stack>
            <ScannedCopy copies={item.inventoryItems} />
            <ArchivedTitle item={item} />
            <ItemDetail item={item} linked={false}>
              <StockTable
                item={item}
                {...(mayEdit && { activity: (copy, name) => <QrCodeLink copy={copy} name={name} /> })}
              >
                {mayEdit && <MoreCopies item={item} />}
              </StockTable>
            </ItemDetail>
          </Stack>
        )}
      </Fetched>
    </Page>
  );
}

function MoreCopies({ item }: { item: ItemWithCopies }) {
  const { mutate, isPending } = useAddCopies(item);
  const [text, setText] = useState(oneCopy);
  const isRunning = useRef(false); // a second press arrives before the first is rendered
  const add = (copies: number) => {
    if (isRunning.current) return;
    isRunning.current = true;
    mutate(copies, { onSettled: () => (isRunning.current = false) });
  };
  return (
    <AddCopies
      label="Add copies"
      text={text}
      onText={setText}
      busy={isPending}
      hint="New copies get this SKU number and the next copy numbers."
      onAdd={add}
    />
  );
}
