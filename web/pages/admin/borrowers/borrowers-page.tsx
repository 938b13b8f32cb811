import { BorrowerList } from "#web/features/accounts/borrowers/borrower-list.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** admin/borrowers */
export function BorrowersPage() {
  return (
    <Page heading="Borrowers">
      <BorrowerList />
    </Page>
  );
}
