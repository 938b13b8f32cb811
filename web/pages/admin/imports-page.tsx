import { BringIn } from "#web/features/imports/overview/bring-in.tsx";
import { ExportCollection } from "#web/features/imports/overview/export-collection.tsx";
import { RecentImports } from "#web/features/imports/overview/recent-imports.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import styles from "./imports-page.module.css";

export function ImportsPage() {
  return (
    <Page
      heading="Import and export"
      lead="Import a collection from a spreadsheet or a library system, or export it."
      back={<BackLink to="/admin/inventorylist">Back to Inventory</BackLink>}
    >
      <div className={styles.ways}>
        <BringIn />
        <ExportCollection />
      </div>
      <Stack>
        <h2>Earlier imports</h2>
        <RecentImports />
      </Stack>
    </Page>
  );
}
