import { borrowers } from "#web/features/accounts/borrowers/borrower-queries.ts";
import { DirectoryCard } from "#web/features/schools/directory-card.tsx";
import { SchoolUse } from "#web/features/schools/school-use.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { BackToList } from "#web/ui/navigation/back-to-list.tsx";

/** admin/schools */
export function SchoolsPage() {
  return (
    <Page heading="Schools" back={<BackToList path={borrowers.path}>Back to Borrowers</BackToList>}>
      <Stack>
        <DirectoryCard />
        <SchoolUse />
      </Stack>
    </Page>
  );
}
