import { ForRole } from "#web/lib/for-role.tsx";
import { InventoryList } from "#web/catalog/inventory-list.tsx";
import { FindScanned } from "#web/desk/scanning/scan-copies.tsx";
import { FileSpreadsheet, ListChecks, Plus, Printer } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function AdminInventoryListPage() {
  return (
    <Page
      heading="Inventory"
      actions={
        <>
          <FindScanned />
          <ButtonLink to="/admin/stock-take" icon={<ListChecks size={18} />}>
            Stock-take
          </ButtonLink>
          <ForRole least="clerk">
            <ButtonLink to="/admin/labels" icon={<Printer size={18} />}>
              Print labels
            </ButtonLink>
            <ButtonLink to="/admin/import" icon={<FileSpreadsheet size={18} />}>
              Import and export
            </ButtonLink>
            <ButtonLink to="/admin/item/add" look="primary" icon={<Plus size={18} />}>
              Add New
            </ButtonLink>
          </ForRole>
        </>
      }
    >
      <InventoryList />
    </Page>
  );
}
