import { BorrowerList } from "#web/features/accounts/borrowers/borrower-list.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** admin/borrowers */
export function BorrowersPage() {
  return (
    <Page heading="Borrowers" actions={<ButtonLink to="/admin/schools">Schools</ButtonLink>}>
      <BorrowerList />
    </Page>
  );
}
